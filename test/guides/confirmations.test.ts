/** Confirmations of a guide need a person: no agent can give them, by any path. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ann, fixtureUrl, type McpFixture } from '../mcp/mcp-fixture.ts';
import { connectTestClient, type TestClientKind, type TestClientOptions } from '../mcp/test-client.ts';
import {
  eventsOf,
  type Fields,
  firstOpenItem,
  type GuidedAgent,
  guidedBy,
  itemOf,
  openSessions,
  person,
  runOf,
  stepOf,
} from './guided-agent.ts';

let fixture: McpFixture;

beforeAll(async () => {
  fixture = await openSessions();
});

afterAll(() => fixture.close());

async function come(
  human?: TestClientOptions['human'],
  kind: TestClientKind = 'present, 2026',
): Promise<GuidedAgent> {
  const options = human === undefined ? {} : { human };
  const guest = await connectTestClient(kind, fixtureUrl, { ...options, fetch: fixture.as(ann) });
  onTestFinished(() => guest.close());
  return guidedBy(guest);
}

test('[U8.3] an agent with all scopes can neither confirm nor skip a confirmation, and the error names who can', async () => {
  const agent = await come();
  const answer = await agent.toConfirmation();
  const workitem_id = itemOf(answer);
  expect(firstOpenItem(answer)).toMatchObject({
    ...{ task_name: 'release/confirm', offered_to: 'people', may_answer: false },
    guide: { kind: 'confirmation', step: 'release', title: 'Release the change' },
    expects: { confirmed: { type: 'bool', required: true }, remark: { required: false } },
  });
  expect(answer['next']).toContain(`signalbox answer ${workitem_id}`);
  const before = await eventsOf(fixture, answer);
  const attempts: readonly (readonly [string, Fields])[] = [
    ['workitems_complete', { output_data: { confirmed: true } }],
    ['workitems_complete', { output_data: true }],
    ['workitems_skip', {}],
    ['workitems_force_complete', {}],
    ['workitems_force_complete', { output_data: { confirmed: true } }],
    ['workitems_checkout', {}],
    ['workitems_delegate', { to: 'petra' }],
  ];
  for (const [tool, input] of attempts) {
    const refused = await agent.guest.call(tool, { workitem_id, ...input });
    expect(refused, tool).toMatchObject({
      isError: true,
      value: { error_code: 'person_required', context: { work_item_id: workitem_id } },
    });
    expect(refused.value['suggested_action'], tool).toMatch(/signalbox answer|Leave the answer out/);
  }
  expect(await eventsOf(fixture, answer)).toBe(before);
});

test('[U8.2] an agent cannot skip or force-complete a step; a person can', async () => {
  const agent = await come();
  const first = await agent.start({ parts: [] });
  for (const tool of ['workitems_skip', 'workitems_force_complete']) {
    const { value } = await agent.guest.call(tool, { workitem_id: itemOf(first) });
    expect(value, tool).toMatchObject({ error_code: 'person_required', context: { step_id: 'plan' } });
  }
  await fixture.operateAs(person, 'items.skip', { item: itemOf(first) });
  const after = await fixture.operate('runs.get', { run: runOf(first) });
  expect(after['waitingFor']).toMatchObject([{ task: 'release' }]);
});

test('[U8.3] a no returns to the step, with the remark; a yes continues', async () => {
  const agent = await come();
  const asked = await agent.toConfirmation();
  const [run, item] = [runOf(asked), itemOf(asked)];
  await expect(fixture.operateAs(person, 'items.complete', { item, output: {} })).rejects.toMatchObject({
    details: { code: 'answer_refused', violations: [{ path: 'output.confirmed', rule: 'required' }] },
  });
  const no = { confirmed: false, remark: 'The notes are missing.' };
  await fixture.operateAs(person, 'items.complete', { item, output: no });
  const back = await agent.guest.call('cases_status', { case_id: run });
  const [open] = back.value['waiting_for'] as readonly Fields[];
  expect(open).toMatchObject({
    task_name: 'release',
    message: expect.stringContaining('The notes are missing.'),
  });
  const again = await agent.done({ ...open }, 'Released with notes.');
  // A yes needs no remark.
  await fixture.operateAs(person, 'items.complete', { item: itemOf(again), output: true });
  const after = await fixture.operate('runs.get', { run });
  expect(after['waitingFor']).toMatchObject([{ task: 'tell' }]);
  expect(JSON.stringify(after['waitingFor'])).not.toContain('The notes are missing.');
});

test('[U8.3] a person who only force-completes a confirmation has not confirmed', async () => {
  const agent = await come();
  for (const operation of ['items.skip', 'items.force']) {
    const asked = await agent.toConfirmation();
    await fixture.operateAs(person, operation, { item: itemOf(asked) });
    const after = await fixture.operate('runs.get', { run: runOf(asked) });
    expect(after['waitingFor'], operation).toMatchObject([{ task: 'release' }]);
  }
});

test('[U8.3] a step is repeated as often as a person says no, in a loop, too', async () => {
  const source =
    'id: until-good\nname: Until good\ndescription: Until it is good.\nversion: 1.0.0\nsteps:\n  - id: all-of-it\n    type: loop\n    title: All\n    loop: { type: for, count: 1, maxIterations: 1 }\n    body: [{ id: do-it, title: Do it, prompt: Do it., requireConfirmation: true }]\n';
  const { run } = await fixture.operate('runs.start', { source });
  const waiting = async (): Promise<Fields> =>
    Object((await fixture.operate('runs.get', { run }))['waitingFor'])[0] as Fields;
  for (let times = 0; times < 5; times++) {
    await fixture.operate('items.complete', { item: (await waiting())['item'], output: 'Done.' });
    const no = { confirmed: false, remark: `No ${times}.` };
    await fixture.operateAs(person, 'items.complete', { item: (await waiting())['item'], output: no });
    expect(await waiting()).toMatchObject({
      task: 'do-it',
      message: expect.stringContaining(`No ${times}.`),
    });
  }
});

test('[U8.3] a failed run cannot be reopened past a confirmation', async () => {
  const agent = await come();
  const first = await agent.start({ parts: [] });
  const run = runOf(first);
  await fixture.operate('items.fail', { item: itemOf(first), message: 'Too much.' });
  for (const name of ['release/done', 'release/confirmed']) {
    await expect(fixture.operate('runs.reopen', { run, set: { [name]: 1 } })).rejects.toMatchObject({
      details: { code: 'unknown_variable' },
    });
  }
  await fixture.operate('runs.reopen', { run, set: { context: { parts: ['a'] } } });
  const after = await fixture.operate('runs.get', { run });
  expect(after['waitingFor']).toMatchObject([{ task: 'plan' }]);
});

describe.each(['present, 2026', 'present, 2025', 'former, 2025'] as const)('%s', (kind) => {
  test('[U8.3] a client with forms shows the confirmation, and never a step; the same call returns the next step', async () => {
    const shown: Fields[] = [];
    const replies = [{ confirmed: false, remark: 'Not on a Friday.' }, { confirmed: true }];
    const agent = await come((form) => {
      shown.push({ ...form });
      return { action: 'accept', content: replies[shown.length - 1] ?? {} };
    }, kind);
    const back = await agent.toConfirmation();
    expect(shown).toMatchObject([
      {
        // The person confirms the output.
        message: expect.stringMatching(/“Release the change”.*\n\nReleased\.$/s),
        requestedSchema: {
          properties: { confirmed: { type: 'boolean' }, remark: { type: 'string' } },
          required: ['confirmed'],
        },
      },
    ]);
    expect(firstOpenItem(back)).toMatchObject({
      task_name: 'release',
      message: expect.stringContaining('Not on a Friday.'),
    });
    expect(back).toMatchObject({ status: 'completed', task_name: 'release', case_status: 'input_required' });
    const next = await agent.done(back, 'Released on a Monday.');
    expect(shown).toHaveLength(2);
    expect(next).toMatchObject({ status: 'completed', task_name: 'release' });
    expect(stepOf(next)).toBe('tell');
  });

  test('[U8.3] a person who declines has not answered: the item stays open, and the agent is notified', async () => {
    let says: 'decline' | 'accept' = 'decline';
    const agent = await come(() => ({ action: says, content: { confirmed: true } }), kind);
    const answer = await agent.toConfirmation();
    expect(stepOf(answer)).toBe('release/confirm');
    expect(answer['next']).toContain('A person must confirm the step “Release the change”');
    // An answer of the agent does not count; without one the person is asked again.
    const workitem_id = itemOf(answer);
    says = 'accept';
    const own = await agent.guest.call('workitems_complete', { workitem_id, output_data: true });
    expect(own.value).toMatchObject({ error_code: 'person_required' });
    const again = await agent.guest.call('workitems_complete', { workitem_id });
    expect(again.value).toMatchObject({ workitem_id, case_status: 'input_required' });
    expect(stepOf(again.value)).toBe('tell');
  });
});
