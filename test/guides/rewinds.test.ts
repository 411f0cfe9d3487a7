/** Returning to an earlier step of a guide: a fork repeats it, and the original run does not change. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { McpFixture } from '../mcp/mcp-fixture.ts';
import {
  type Fields,
  firstOpenItem,
  type GuidedAgent,
  type GuidedSessions,
  goodPlan,
  itemOf,
  openGuidedSessions,
  person,
  runOf,
  stepOf,
} from './guided-agent.ts';

let fixture: McpFixture;
let agent: GuidedAgent;
let close: GuidedSessions['close'];
/** A completed run: two parts, and a release that was first rejected. */
let run: unknown;

beforeAll(async () => {
  ({ fixture, agent, close } = await openGuidedSessions());
  let answer = await agent.start({ parts: ['a', 'b'] });
  run = runOf(answer);
  for (const output of [goodPlan, 'First.', 'Second.', 'Released.'])
    answer = await agent.done(answer, output);
  const no = { confirmed: false, remark: 'Again.' };
  await fixture.operateAs(person, 'items.complete', { item: itemOf(answer), output: no });
  answer = await agent.done(await openOf(run), 'Released again.');
  await fixture.operateAs(person, 'items.complete', { item: itemOf(answer), output: true });
  await agent.done(await openOf(run), 'Told.');
});

afterAll(() => close());

/** The open item of a run, as tools show it. */
async function openOf(case_id: unknown): Promise<Fields> {
  const { value } = await agent.guest.call('cases_status', { case_id });
  const [first = {}] = value['waiting_for'] as readonly Fields[];
  return first;
}

const fork = async (more: Fields): Promise<Fields> =>
  (await agent.guest.call('run_fork', { run_id: run, ...more })).value;

test('[U8.4] a fork returns to a step, with the context of that time, and continues from there', async () => {
  const before = await fixture.operate('runs.get', { run });
  expect(before).toMatchObject({ status: 'completed' });
  const forked = await fork({ step_id: 'build-part' });
  expect(forked).toMatchObject({
    ...{ status: 'input_required', step_id: 'build-part', forked_from: { run_id: run } },
    message: expect.stringContaining('Build b.'),
    guide: { loops: [{ iteration: 2, item: 'b' }] },
  });
  const next = await agent.done(forked, { output: 'Otherwise.', context: { careful: true } });
  expect(stepOf(next)).toBe('test-part');
  expect(await fixture.operate('runs.get', { run })).toEqual(before);
});

test('[U8.4] for a step in a loop a pass is chosen; each visit to a repeated step counts', async () => {
  expect(await fork({ step_id: 'build-part', pass: 1 })).toMatchObject({
    message: expect.stringContaining('Build a.'),
  });
  expect(await fork({ step: 'release', pass: 1 })).toMatchObject({
    message: expect.not.stringContaining('Again.'),
  });
});

test('[U8.4] completed steps need no approval in the fork; confirmations need a person', async () => {
  const early = await fork({ step_id: 'release', pass: 1 });
  expect(early).toMatchObject({ status: 'input_required', step_id: 'release' });
  const late = await fork({ step_id: 'tell' });
  expect(late).toMatchObject({ status: 'input_required', reason: 'approval', step_id: 'release/confirm' });
  const approvals = (late['work_items'] ?? [firstOpenItem(late)]) as readonly Fields[];
  expect(approvals.map(({ step_id: task, reason }) => [task, reason])).toEqual([
    ['release/confirm', 'approval'],
    ['release/confirm', 'approval'],
  ]);
  for (const { work_item_id: item } of approvals) {
    const refused = await agent.guest.call('workitems_complete', {
      workitem_id: item,
      output_data: { approved: true },
    });
    expect(refused.value).toMatchObject({ error_code: 'person_required' });
    await fixture.operateAs(person, 'items.complete', { item, output: { approved: true } });
  }
  expect(await openOf(runOf(late))).toMatchObject({ task_name: 'tell', reason: 'work' });
});

test('[U8.4] a step that the run never reached is refused, with the intended one', async () => {
  const refusals = [
    [{ step_id: 'relese' }, 'event_not_found', /no step “relese”. Did you mean “release”\?/],
    [{ step_id: 'test-part' }, 'event_not_found', /has not reached the step “test-part” yet/],
    [{ step_id: 'plan', pass: 2 }, 'event_not_found', /has reached the step “plan” once so far/],
    [{ step_id: 'plan', at: 1 }, 'invalid_input', /exactly one of the two/],
    [{}, 'invalid_input', /“step_id”/],
    [{ at: 1, pass: 1 }, 'invalid_input', /requires “step_id”/],
  ] as const;
  for (const [input, error_code, message] of refusals) {
    expect(await fork(input)).toMatchObject({ error_code, message: expect.stringMatching(message) });
  }
});
