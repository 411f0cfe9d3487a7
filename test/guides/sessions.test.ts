/** Guides as runs: an agent is led step by step, and its outputs are validated before the run continues. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, type McpFixture } from '../mcp/mcp-fixture.ts';
import {
  eventsOf,
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

beforeAll(async () => {
  ({ fixture, agent, close } = await openGuidedSessions());
});

afterAll(() => close());

test('[U8.1] an agent follows a guide through its loop to the end, with one tool', async () => {
  const first = await agent.start({ goal: 'the move', parts: ['a', 'b'] });
  expect(first).toMatchObject({
    ...{ status: 'input_required', workflow_id: 'ship-it', step_id: 'plan', current_steps: ['plan'] },
    progress: 0,
    message: expect.stringContaining('Plan the move.'),
    expects: { output: { required: true }, context: { type: 'object', required: false } },
    guide: { kind: 'step', title: 'Plan the change', validationCriteria: ['Name the risks.', 'Say more.'] },
    next: expect.stringContaining(`workitems_complete {"workitem_id": "${itemOf(first)}"`),
  });
  expect(first['next']).toContain('“Name the risks.”, “Say more.”');
  // Variables set during the run decide about later steps.
  let answer = await agent.done(first, {
    output: goodPlan,
    context: { careful: true, parts: ['a', 'b', 'c'] },
  });
  expect(answer).toMatchObject({
    ...{ status: 'completed', case_status: 'input_required', next_tasks: ['build-part'] },
    message: '“ship-it” continues with the step “Build a part”.',
    work_items: [{ guide: { loops: [{ id: 'parts', iteration: 1, total: 3, index: 0, item: 'a' }] } }],
  });
  const seen: string[] = [];
  const progress: number[] = [];
  while (stepOf(answer) !== 'release') {
    seen.push(String(firstOpenItem(answer)['message']).replaceAll('\n', ' '));
    progress.push(Number(answer['progress']));
    const context = seen.length === 4 ? { careful: false } : {};
    answer = await agent.done(answer, { output: 'Done.', context });
  }
  const prompts = seen.map((message) => /(Build|Test) \w/.exec(message)?.[0]);
  expect(prompts).toEqual(['Build a', 'Test a', 'Build b', 'Test b', 'Build c']);
  // Progress grows with each step and each pass, and never decreases.
  expect(progress).toEqual([0.2, 0.4, 0.5, 0.571, 0.625]);

  answer = await agent.done(answer, 'It is out.');
  expect(firstOpenItem(answer)).toMatchObject({ task_name: 'release/confirm', may_answer: false });
  await fixture.operateAs(person, 'items.complete', { item: itemOf(answer), output: { confirmed: true } });
  const status = await agent.guest.call('cases_status', { case_id: runOf(answer) });
  expect(status.value).toMatchObject({ input_required: true, waiting_for: [{ guide: { step: 'tell' } }] });
  const waitingItem = Object(status.value['waiting_for'])[0] as Fields;
  const end = await agent.guest.call('workitems_complete', { workitem_id: waitingItem['workitem_id'] });
  expect(end.value).toMatchObject({ case_status: 'completed', progress: 1, next_tasks: [] });
});

test('[U8.2] an output that does not meet the criteria is refused with every issue, and nothing changes', async () => {
  const first = await agent.start({ parts: [], size: 'large' });
  const before = await eventsOf(fixture, first);
  const refused = await agent.guest.call('workitems_complete', {
    workitem_id: itemOf(first),
    output_data: { output: 'A plan.', context: { size: 'Large ', parts: ['x'] } },
  });
  expect(refused).toMatchObject({
    isError: true,
    value: {
      ...{ error_code: 'answer_refused', retryable: false },
      context: { work_item_id: itemOf(first), step_id: 'plan' },
      violations: [
        { path: 'output_data.output', rule: 'contains', message: 'Name the risks.' },
        { rule: 'length', message: 'Say more.', expected: expect.stringContaining('20') },
        { rule: 'contains', message: 'Large changes need a way back.' },
      ],
      suggested_action: expect.stringContaining('Review validation criteria and adjust output accordingly.'),
    },
  });
  expect(refused.value['message']).toContain('“Plan the change”');
  expect(await eventsOf(fixture, first)).toBe(before);
  // Variables set with the answer count for its own rules, and for later steps only if it is accepted.
  const accepted = await agent.done(first, { output: goodPlan, context: { size: 'small' } });
  expect(stepOf(accepted)).toBe('release');
});

test('[U8.2] a step without requirements accepts no output; one with requirements accepts it plain or wrapped', async () => {
  const first = await agent.start({ parts: ['a'] });
  const refused = await agent.guest.call('workitems_complete', { workitem_id: itemOf(first) });
  expect(refused.value).toMatchObject({ error_code: 'answer_refused', violations: expect.anything() });
  const second = await agent.done(first, goodPlan);
  expect(stepOf(second)).toBe('build-part');
  const wrong = [
    [{ output: 'x', contxt: {} }, 'unknown-field', /Did you mean “context”/],
    [{ output: 'x', context: 'large' }, 'wrong-type', /must be an object/],
  ] as const;
  for (const [output_data, rule, message] of wrong) {
    const { value } = await agent.guest.call('workitems_complete', {
      workitem_id: itemOf(second),
      output_data,
    });
    expect(value).toMatchObject({ violations: [{ rule, message: expect.stringMatching(message) }] });
  }
  // Data without these fields is the output.
  const third = await agent.done(second, { files: ['a.ts'] });
  const asked = await agent.done(third, { output: ['out'], context: { said: 'yes' } });
  await fixture.operateAs(person, 'items.complete', { item: itemOf(asked), output: true });
  const { waitingFor } = await fixture.operate('runs.get', { run: runOf(first) });
  const [last] = waitingFor as readonly Fields[];
  const end = await agent.guest.call('workitems_complete', { workitem_id: last?.['item'] });
  expect(end.value['result']).toEqual({
    context: { parts: ['a'], said: 'yes' },
    outputs: {
      ...{ plan: goodPlan, 'build-part': { 1: { files: ['a.ts'] } }, 'test-part': null },
      ...{ release: ['out'], tell: null },
    },
  });
});

test('[U8.1] a loop without its list keeps the previous step open, and the error names the variable to set', async () => {
  const first = await agent.start();
  const before = await eventsOf(fixture, first);
  const refused = await agent.guest.call('workitems_complete', {
    workitem_id: itemOf(first),
    output_data: { output: goodPlan },
  });
  expect(refused.value).toMatchObject({
    error_code: 'answer_refused',
    message: expect.stringMatching(/The loop “parts” iterates over “parts” of the context/),
    violations: [
      { path: 'output_data.context.parts', rule: 'loop-needs', expected: 'a list', actual: 'not set' },
    ],
  });
  expect(await eventsOf(fixture, first)).toBe(before);
  expect(stepOf(await agent.done(first, { output: goodPlan, context: { parts: ['a'] } }))).toBe('build-part');
});

test('[U8.1] a guide that starts with such a loop, or with a context that is too large, is not started', async () => {
  const source =
    'id: all-of-it\nname: All\ndescription: All of it.\nversion: 1.0.0\nsteps:\n  - id: each-one\n    type: loop\n    title: Each\n    loop: { type: for, count: times, maxIterations: 5 }\n    body: [{ id: one-of-it, title: One, prompt: Do it. }]\n';
  const start = (context: object) => fixture.operate('runs.start', { source, params: { context } });
  await expect(start({ times: 'often' })).rejects.toMatchObject({
    details: {
      ...{ code: 'guide_blocked', context: { workflow: 'all-of-it', variable: 'times' } },
      violations: [{ path: 'params.context.times', actual: '"often"' }],
    },
  });
  await expect(start({ times: 1, notes: 'x'.repeat(300_000) })).rejects.toMatchObject({
    details: { code: 'context_too_large' },
  });
  expect(await start({ times: 1 })).toMatchObject({ waitingFor: [{ task: 'one-of-it' }] });
});

test('[U8.2] the context of a run stays below its limit, including all variables set before', async () => {
  const first = await agent.start({ parts: [], notes: 'x'.repeat(200_000) });
  const answerRequest = {
    item: itemOf(first),
    output: { output: goodPlan, context: { more: 'y'.repeat(70_000) } },
  };
  await expect(fixture.operate('items.complete', answerRequest)).rejects.toMatchObject({
    details: { code: 'context_too_large', context: { most: 262_144 } },
  });
  const smaller = { output: goodPlan, context: { notes: '', more: 'y'.repeat(70_000) } };
  expect(stepOf(await agent.done(first, smaller))).toBe('release');
});

test('[U8.1] a step is shown as the input of its work item, not as a form', async () => {
  const first = await agent.start({ goal: 'the move', parts: [] });
  const view = await fixture.operateAs(ann, 'items.get', { item: itemOf(first) });
  expect(view).toMatchObject({
    input: {
      step: { id: 'plan', prompt: 'Plan the move.' },
      guidance: { requiresConfirmation: false },
      unset: [],
    },
    answerSchema: { properties: { context: { type: 'object' } }, required: ['output'] },
    who: null,
  });
});
