import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, ann, openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

beforeAll(async () => {
  fixture = await openToolFixture();
});

afterAll(() => fixture.close());

const runsOf = async (workflow: string): Promise<readonly string[]> =>
  Object(await fixture.operate('runs.list', { workflow })).runs.map(
    ({ run: id }: { readonly run: string }) => id,
  );
const run = async (workflow_id: string, more: object = {}) =>
  fixture.succeed('workflow_run', { workflow_id, ...more });

test('[P3.2] a short run returns its result, and nothing is left to do', async () => {
  const answer = await fixture.succeed('w_tell', { text: { deep: [1, null] } });
  expect(answer).toMatchObject({
    status: 'completed',
    result: { deep: [1, null] },
    progress: 1,
    current_steps: [],
  });
  expect(answer).not.toHaveProperty('next');
  expect(Date.parse(String(answer['ended_at']))).not.toBeNaN();
});

test('[P3.2] a longer run returns a handle, and its next action works', async () => {
  const answer = await run('slow', { wait_ms: 0 });
  expect(answer).toMatchObject({ status: 'running', current_steps: ['pause'] });
  expect(answer).not.toHaveProperty('result');
  const [, tool = '', input = ''] =
    /^Nothing happens before \S+Z: .* call (\w+) (\{.*?\}) then/.exec(String(answer['next'])) ?? [];
  expect(tool).toBe('cases_status');
  const { case_id, wait_ms } = JSON.parse(input);
  expect([case_id, wait_ms]).toEqual([answer['run_id'], 20_000]);
  expect(await fixture.succeed(tool, { case_id })).toMatchObject({ status: 'running', state: 'executing' });
});

test('[P3.2] the same key returns the same run; with another input it is refused', async () => {
  const order = { text: 'Hi', idempotency_key: 'k-1' };
  const first = await fixture.succeed('w_tell', order);
  expect((await fixture.succeed('w_tell', order))['run_id']).toBe(first['run_id']);
  expect(await fixture.refused('w_tell', { ...order, text: 'Ho' })).toMatchObject({
    error_code: 'idempotency_conflict',
    http_status: 409,
  });
});

test('[P3.2] a cancelled call does not cancel the run, unless requested', async () => {
  const leave = async (more: object): Promise<string> => {
    const caller = new AbortController();
    const before = await runsOf('slow');
    const order = { workflow_id: 'slow', wait_ms: 20_000, ...more };
    const called = fixture.invoke('workflow_run', order, ann, caller.signal);
    await expect.poll(async () => (await runsOf('slow')).length).toBe(before.length + 1);
    caller.abort();
    await called;
    const [begun = ''] = (await runsOf('slow')).filter((id) => !before.includes(id));
    return begun;
  };
  const left = await leave({});
  expect(await fixture.succeed('cases_status', { case_id: left })).toMatchObject({ state: 'executing' });
  const ended = await leave({ cancel_with_request: true });
  await expect
    .poll(async () => (await fixture.succeed('cases_status', { case_id: ended }))['state'])
    .toBe('cancelled');
});

test('[P3.2] a failed run is an error with the step, the reason, and the partial result', async () => {
  const error = await fixture.refused('w_fail');
  expect(error).toMatchObject({
    error_code: 'run_failed',
    category: 'execution',
    message: '“fail” failed at “stop”: Not today',
    context: { workflow_id: 'fail', step_id: 'stop' },
    status: 'failed',
    step_id: 'stop',
    partial: { say: { text: 'soon' } },
    suggested_action: expect.stringContaining('“run_history”'),
  });
  expect(error).not.toHaveProperty('command');
});

test('[P3.2] a failed call is reported with what was called', async () => {
  const manifest_content =
    'workflows: { deny: { graph: { ask: { call: fail, args: { message: Never, retryable: false } } } } }';
  expect(await fixture.refused('workflow_run', { manifest_content })).toMatchObject({
    error_code: 'run_failed',
    step_id: 'ask',
    command: 'fail',
  });
});

test('[P3.2] the wait of a call is limited, and validated like any other field', async () => {
  const before = await runsOf('tell');
  for (const wait_ms of [-1, 20_001, 1.5, '5', null]) {
    expect(await fixture.refused('w_tell', { text: 'Hi', wait_ms })).toMatchObject({
      error_code: 'invalid_input',
      violations: [{ path: 'wait_ms' }],
    });
  }
  expect(await fixture.refused('w_tell', { text: 'Hi', wait_ms: '5' })).toMatchObject({
    violations: [{ expected: 'a whole number', actual: 'a text of 1 character' }],
  });
  expect(await runsOf('tell')).toEqual(before);
});

test('[P3.1] violations name the parameters as the caller wrote them, all at once', async () => {
  const wrong = { times: 'many', txet: 1 };
  const asTool = await fixture.refused('w_tell', wrong);
  const byId = await fixture.refused('workflow_run', { workflow_id: 'tell', inputs: wrong });
  const pathsOf = ({ violations }: typeof asTool): readonly string[] =>
    Object(violations).map(({ path }: { readonly path: string }) => path);
  expect(pathsOf(asTool)).toEqual(['times', 'txet', 'text']);
  expect(pathsOf(byId)).toEqual(['inputs.times', 'inputs.txet', 'inputs.text']);
  expect(asTool).toMatchObject({ error_code: 'invalid_parameters', context: { workflow_id: 'tell' } });
});

test('[P2.4] violations of options and parameters are reported together, and nothing is started', async () => {
  const before = await runsOf('tell');
  const pathsOf = ({ violations }: Answer): readonly string[] =>
    Object(violations).map(({ path }: { readonly path: string }) => path);
  const asTool = await fixture.refused('w_tell', { txet: 'x', wait_ms: 50_000 });
  expect(asTool).toMatchObject({ error_code: 'invalid_input', context: { tool: 'w_tell' } });
  expect(pathsOf(asTool)).toEqual(['wait_ms', 'txet', 'text']);
  expect(asTool['message']).toMatch(/^The input of “w_tell” is invalid: “wait_ms” .*“txet”/);
  const byId = { workflow_id: 'tell', params: { times: 'x' }, wait_ms: -1, extra: 1 };
  expect(pathsOf(await fixture.refused('workflow_run', byId))).toEqual([
    ...['wait_ms', 'extra', 'inputs.times', 'inputs.text'],
  ]);
  expect(pathsOf(await fixture.refused('workflow_run', { workflow_id: 'tell', inputs: 1 }))).toEqual([
    'inputs',
  ]);
  expect(await runsOf('tell')).toEqual(before);
});

test('[P2.4] errors name the called tool, and its fields', async () => {
  const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`field_${at}`, 1]));
  const crowded = await fixture.refused('w_tell', many);
  expect(crowded).toMatchObject({ context: { tool: 'w_tell' }, violations: [{ path: '' }] });
  expect(JSON.stringify(crowded)).not.toMatch(/workflow_run|“params”/);
  const step = '{ graph: { say: { call: echo } } }';
  const two = await fixture.refused('workflow_run', {
    manifest_content: `workflows: { left: ${step}, right: ${step} }`,
  });
  expect(two).toMatchObject({
    suggested_action: expect.stringContaining('“workflow_id”'),
    violations: [{ path: 'workflow_id' }],
  });
  // A parameter may have the name of a field of an operation.
  const named = `workflows: { named: { params: { source: int }, graph: { say: { call: echo } } } }`;
  expect(
    await fixture.refused('workflow_run', { manifest_content: named, inputs: { source: 'x' } }),
  ).toMatchObject({ violations: [{ path: 'inputs.source', message: expect.stringContaining('“source”') }] });
});

test('[P3.3] a sent document is run without being saved', async () => {
  const one =
    'workflows: { draft: { params: { n: { type: int } }, graph: { say: { call: echo, args: { n: $n } } } } }';
  expect(await fixture.succeed('workflow_run', { manifest_content: one, inputs: { n: 3 } })).toMatchObject({
    workflow_id: 'draft',
    status: 'completed',
    result: { n: 3 },
  });
  expect(await fixture.refused('workflow_get', { id: 'draft' })).toMatchObject({
    error_code: 'workflow_not_found',
  });
});

test('[P3.3] workflow_id chooses one of several workflows in it; all errors are returned at once', async () => {
  const step = '{ graph: { say: { call: echo } } }';
  const two = `workflows: { left: ${step}, right: ${step} }`;
  expect(
    await fixture.succeed('workflow_run', { manifest_content: two, workflow_id: 'right' }),
  ).toMatchObject({
    workflow_id: 'right',
  });
  expect(await fixture.refused('workflow_run', { manifest_content: two })).toMatchObject({
    category: 'validation',
  });
  const wrong = 'workflows: { a: { graph: { x: { cal: echo }, y: { call: echo, depends_on: [z] } } } }';
  const refusal = await fixture.refused('workflow_run', { manifest_content: wrong });
  expect(refusal).toMatchObject({ error_code: 'WORKFLOW_VALIDATION_FAILED', code: -32002, http_status: 400 });
  expect(Object(refusal['violations']).length).toBeGreaterThan(1);
});

test('[P3.3] one of the two is required, and an unknown workflow is reported with the nearest name', async () => {
  expect(await fixture.refused('workflow_run')).toMatchObject({
    violations: [
      { path: 'workflow_id', rule: 'required', message: expect.stringContaining('manifest_content') },
    ],
  });
  expect(await fixture.refused('workflow_run', { workflow_id: 'tel' })).toMatchObject({
    error_code: 'workflow_not_found',
    error: 'invalid_specification',
    code: -32001,
    message: 'The workflow “tel” does not exist. Did you mean “tell”?',
  });
});

test('[P3.3] a dry run simulates a workflow without side effects', async () => {
  const before = [await runsOf('ask'), await runsOf('plan_trip')];
  expect(await run('ask', { dry_run: true })).toMatchObject({
    dry_run: true,
    status: 'completed',
    steps_taken: ['ask', 'say'],
    stand_ins: { questions: ['ask'] },
    message: expect.stringMatching('would complete'),
  });
  const inputs = { origin: 'NYC', destination: 'Paris', leave: '2026-05-01', traveller: 'Ada' };
  const played = await fixture.succeed('w_plan_trip', { ...inputs, dry_run: true });
  expect(played['timeline']).toContainEqual(expect.stringMatching('search calls search_flights'));
  expect(played).not.toHaveProperty('run_id');
  expect([await runsOf('ask'), await runsOf('plan_trip')]).toEqual(before);
  expect(await fixture.refused('w_plan_trip', { dry_run: true })).toMatchObject({
    violations: [{ path: 'origin' }, { path: 'destination' }, { path: 'leave' }, { path: 'traveller' }],
  });
});

test('[P4.1] if the client cannot ask, the answer contains the question, and answering it continues the run', async () => {
  const answer = await run('ask');
  expect(answer).toMatchObject({
    status: 'input_required',
    run_id: expect.any(String),
    work_item_id: expect.any(String),
    message: 'Which word?',
    expects: { word: { type: 'str', required: true } },
    answer_schema: { type: 'object', required: ['word'] },
    next: expect.stringMatching(`workitems_complete {"workitem_id": "${answer['work_item_id']}"`),
  });
  expect(answer).not.toHaveProperty('work_items');
  expect(
    await fixture.succeed('workitems_complete', {
      work_item_id: answer['work_item_id'],
      output_data: { word: 'go' },
    }),
  ).toMatchObject({ status: 'completed', case_id: answer['run_id'], case_status: 'completed', result: 'go' });
});

test('[P4.1] of several questions the first is asked, and all of them are listed', async () => {
  const answer = await run('ask_two');
  expect(answer).toMatchObject({
    status: 'input_required',
    message: 'Left?',
    current_steps: ['left', 'right'],
    work_items: [{ message: 'Left?', work_item_id: answer['work_item_id'] }, { message: 'Right?' }],
  });
  const next = await fixture.succeed('workitems_complete', {
    workitem_id: answer['work_item_id'],
    output_data: { word: 'a' },
  });
  expect(next).toMatchObject({
    case_status: 'input_required',
    next_tasks: ['right'],
    work_items: [{ message: 'Right?' }],
  });
});
