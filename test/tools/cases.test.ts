import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/index.ts';
import { ann, openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

beforeAll(async () => {
  fixture = await openToolFixture();
});

afterAll(() => fixture.close());

const bob: Principal = { ...ann, subject: 'bob' };

const start = (workflow_id: string) => fixture.invoke('workflow_run', { workflow_id });
const idOf = async (workflow: string): Promise<string> => String((await start(workflow)).body['run_id']);
const itemOf = async (workflow: string): Promise<string> =>
  String((await start(workflow)).body['work_item_id']);

test('[P3.4] a case is shown with the terms of every design', async () => {
  const suspended = await idOf('ask');
  await fixture.operate('runs.suspend', { run: suspended });
  const cancelled = await idOf('ask');
  await fixture.succeed('cases_cancel', { case_id: cancelled });
  const completed = String((await fixture.succeed('w_tell', { text: 'Hi' }))['run_id']);
  const rows: readonly [id: string, shown: object][] = [
    [
      await idOf('ask'),
      { status: 'running', state: 'executing', progress_state: 'running', input_required: true },
    ],
    [suspended, { status: 'running', state: 'suspended', progress_state: 'running', input_required: false }],
    [completed, { status: 'completed', state: 'completed', progress_state: 'succeeded', output_data: 'Hi' }],
    [
      await idOf('fail'),
      { status: 'failed', state: 'failed', progress_state: 'failed', output_data: { say: { text: 'soon' } } },
    ],
    [cancelled, { status: 'failed', state: 'cancelled', progress_state: 'canceled', reason: 'cancelled' }],
  ];
  for (const [case_id, shown] of rows) {
    expect(await fixture.succeed('cases_status', { case_id })).toMatchObject({
      case_id,
      ...shown,
    });
  }
});

test('[P3.4] a failed case says which step failed, and why', async () => {
  expect(await fixture.succeed('cases_status', { case_id: await idOf('fail') })).toMatchObject({
    reason: 'error',
    failure: { code: 'error', message: 'Not today', task_name: 'stop' },
    next: expect.stringMatching('run_history'),
  });
});

test('[P3.4] a waiting case says for what, with all that is needed to answer', async () => {
  const case_id = await idOf('ask');
  const status = await fixture.succeed('cases_status', { case_id, wait_ms: 20_000 });
  expect(status).toMatchObject({
    running_tasks: ['ask'],
    current_step: 'ask',
    waiting_for: [{ kind: 'item', message: 'Which word?', expects: { word: { type: 'str' } }, holder: '' }],
  });
  const [wait] = Object(status['waiting_for']);
  await fixture.succeed('workitems_complete', { workitem_id: wait.workitem_id, output_data: { word: 'x' } });
  expect(await fixture.succeed('cases_status', { case_id })).toMatchObject({
    status: 'completed',
    output_data: 'x',
  });
});

test('[P3.4] a case is found by every spelling of its id; one of another tenant does not exist', async () => {
  const id = await idOf('ask');
  for (const input of [{ case_id: id }, { run_id: id }, { operation_id: id }, { task_id: id }]) {
    expect(await fixture.succeed('cases/status', input)).toMatchObject({ case_id: id });
  }
  const stranger = { ...ann, tenant: 'other' };
  expect(await fixture.refused('cases_status', { case_id: id }, stranger)).toMatchObject({
    error_code: 'run_not_found',
    error: 'case_not_found',
    http_status: 404,
    context: { run_id: id },
    suggested_action: expect.stringMatching(
      /^Use the id that “cases_submit” returned, or find it with “resources\/list”/,
    ),
  });
});

test('[P3.4] cancelling ends a case once; a second time is a conflict', async () => {
  const { run_id: id } = await fixture.succeed('w_slow', { wait_ms: 0 });
  expect(await fixture.succeed('workflow_cancel', { operation_id: id })).toMatchObject({
    state: 'cancelled',
  });
  expect(await fixture.refused('workflow_cancel', { run_id: id })).toMatchObject({
    error_code: 'run_ended',
    category: 'conflict',
    context: { run_id: id },
    suggested_action: expect.stringMatching(/“cases_submit” under a new key.* “run_fork”\./),
  });
});

test('[P3.4] work items are listed by case and status, in pages', async () => {
  const case_id = await idOf('ask_two');
  const listed = Object(await fixture.succeed('workitems_list', { case_id })).work_items;
  expect(listed).toMatchObject([
    { case_id, task_name: 'left', status: 'offered', expects: { word: { required: true } } },
    { case_id, task_name: 'right', status: 'offered' },
  ]);
  const first = Object(await fixture.succeed('workitems_list', { case_id, limit: 1 }));
  const second = Object(
    await fixture.succeed('workitems_list', { case_id, limit: 1, cursor: first.next_cursor }),
  );
  expect([...first.work_items, ...second.work_items]).toEqual(listed);
  expect(second).not.toHaveProperty('next_cursor');
  await fixture.succeed('workitems_complete', {
    workitem_id: listed[0].workitem_id,
    output_data: { word: 'a' },
  });
  expect(await fixture.succeed('workitems_list', { case_id, status: ['completed'] })).toMatchObject({
    work_items: [{ task_name: 'left' }],
  });
  expect(await fixture.refused('workitems_list', { cursor: 'x' })).toMatchObject({
    suggested_action: expect.stringMatching(/^Send the cursor of the previous page/),
  });
});

test('[P3.4] only its holder can answer a checked-out item', async () => {
  const workitem_id = await itemOf('ask');
  expect(await fixture.succeed('workitems_checkout', { workitem_id, lease_ms: 60_000 })).toMatchObject({
    workitem_id,
    status: 'held',
    holder: 'ann',
    lease_until: expect.any(String),
    schema: { required: ['word'] },
    workitem_data: { message: 'Which word?' },
  });
  const order = { workitem_id, output_data: { word: 'b' } };
  expect(await fixture.refused('workitems_complete', order, bob)).toMatchObject({
    error_code: 'work_item_held',
    http_status: 409,
    message: expect.stringMatching('held by “ann”'),
    context: { work_item_id: workitem_id },
  });
  expect(await fixture.succeed('workitems_complete', order)).toMatchObject({
    status: 'completed',
    result: 'b',
  });
  expect(await fixture.refused('workitems_checkout', { workitem_id })).toMatchObject({
    category: 'conflict',
  });
  expect(await fixture.refused('workitems_complete', order, bob)).toMatchObject({
    error_code: 'work_item_ended',
    message: `The work item “${workitem_id}” is closed: it was completed by “ann”.`,
  });
});

test('[P3.4] an invalid answer is refused with all violations, and can be sent again', async () => {
  const workitem_id = await itemOf('ask');
  expect(
    await fixture.refused('workitems_complete', { workitem_id, output_data: { wrod: 1 } }),
  ).toMatchObject({
    error_code: 'answer_refused',
    violations: expect.arrayContaining([
      expect.objectContaining({ path: 'output_data.wrod' }),
      expect.objectContaining({ path: 'output_data.word' }),
    ]),
    suggested_action: expect.stringContaining('“workitems_list”'),
  });
  const done = await fixture.succeed('workitems_complete', { workitem_id, output_data: { word: 'c' } });
  expect(done).toMatchObject({ case_status: 'completed' });
});

test('[P3.4] a caller that may only work on items answers them, and sees nothing of the run', async () => {
  const worker: Principal = { ...ann, subject: 'cas', scopes: new Set(['workitems:manage'] as const) };
  const order = { workitem_id: await itemOf('ask'), output_data: { word: 'd' } };
  const { status, body } = await fixture.invoke('workitems_complete', order, worker);
  expect([status, body]).toMatchObject([200, { status: 'completed', next_tasks: [] }]);
  expect(body).not.toHaveProperty('result');
});

test('[P3.4] a history is read in consecutive pages, with data on request', async () => {
  const run_id = await idOf('fail');
  const whole = Object(await fixture.succeed('run_history', { run_id })).events;
  const first = Object(await fixture.succeed('run_history', { run_id, limit: 1 }));
  const rest = Object(await fixture.succeed('run_history', { case_id: run_id, after: first.next_after }));
  expect([...first.events, ...rest.events]).toEqual(whole);
  expect(rest).not.toHaveProperty('next_after');
  expect(whole.at(-1).lines.join('\n')).toContain('Not today');
  expect(whole[0]).not.toHaveProperty('moments');
  const detailed = Object(await fixture.succeed('run_history', { run_id, detail: true })).events;
  expect(detailed[0].moments).toContainEqual(expect.objectContaining({ kind: 'began' }));
});

interface Page {
  readonly events: readonly { readonly event: number }[];
  readonly next_after?: number;
}

test('[P2.2] a long history is cut at the limit, and continues from there', async () => {
  const step = '{ call: echo, args: { text: $text } }';
  const each = `{ type: foreach, items: 'range(0, 40)', concurrency: 1, step: ${step} }`;
  const manifest_content = `workflows: { long: { params: { text: str }, graph: { each: ${each} } } }`;
  const inputs = { text: 'x'.repeat(1_500) };
  const { run_id } = await fixture.succeed('workflow_run', { manifest_content, inputs });
  const seen: number[] = [];
  let pages = 0;
  for (let after: number | undefined = 0; after !== undefined; pages++) {
    const page: Page = Object(await fixture.succeed('run_history', { run_id, after, detail: true }));
    seen.push(...page.events.map(({ event }) => event));
    after = page.next_after;
  }
  expect(pages).toBeGreaterThan(1);
  const { events } = await fixture.succeed('cases_status', { case_id: run_id });
  expect(seen).toEqual(Array.from({ length: Number(events) }, (_, at) => at + 1));
});

test('[P3.4] a fork continues from an event; a person approves again what a person answered before it', async () => {
  const run_id = await idOf('ask');
  const at = Number((await fixture.succeed('cases_status', { case_id: run_id }))['events']);
  expect(await fixture.succeed('run_fork', { run_id, at })).toMatchObject({
    status: 'input_required',
    forked_from: { run_id, event: at },
    message: 'Which word?',
  });
  const [item] = Object(await fixture.succeed('workitems_list', { case_id: run_id })).work_items;
  await fixture.succeed('workitems_complete', { workitem_id: item.workitem_id, output_data: { word: 'e' } });
  const fork = await fixture.succeed('run_fork', { run_id, at: at + 1 });
  expect(fork).toMatchObject({
    status: 'input_required',
    reason: 'approval',
    expects: { approved: { type: 'bool', required: true } },
    next: expect.stringMatching('A person must approve'),
  });
  expect(
    await fixture.refused('workitems_complete', {
      workitem_id: fork['work_item_id'],
      output_data: { approved: true },
    }),
  ).toMatchObject({ error_code: 'person_required', http_status: 403 });
  expect(await fixture.refused('run_fork', { run_id, at: 1_000 })).toMatchObject({
    error_code: 'event_not_found',
  });
});

test('[P3.4] a suspended run says so, and how to resume it', async () => {
  const run_id = await idOf('ask');
  await fixture.operate('runs.suspend', { run: run_id });
  const key = { idempotency_key: 'suspended-fork' };
  const fork = await fixture.succeed('run_fork', { run_id, at: 1, suspended: true, ...key });
  expect(fork).toMatchObject({ status: 'suspended', next: expect.stringMatching('signalbox resume') });
  expect(await fixture.succeed('run_fork', { run_id, at: 1, suspended: true, ...key })).toMatchObject({
    run_id: fork['run_id'],
  });
});
