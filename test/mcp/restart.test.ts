/** Servers that are killed while clients are connected: earlier work continues afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture } from './program-fixture.ts';
import { type Answer, ask } from './raw-dispatch.ts';
import { buildSuiteHost, type SuiteHost, type SuiteServer } from './suite-server.ts';
import { connectFormer, connectTestClient, type TestClient } from './test-client.ts';

type Fields = Readonly<Record<string, unknown>>;

describe('two principals at one server', () => {
  let suiteHost: SuiteHost;
  let server: SuiteServer;

  beforeAll(async () => {
    suiteHost = await buildSuiteHost();
    server = await suiteHost.open();
  });

  afterAll(() => suiteHost.remove());

  /** The answer of the named user. */
  const as = (subject: string, method: string, params: Fields, can?: Fields): Promise<Answer> =>
    ask(`${server.url}/mcp`, method, params, {
      headers: { 'x-subject': subject },
      ...(can === undefined ? {} : { capabilities: can }),
    });
  const given = async (subject: string, method: string, params: Fields, can?: Fields): Promise<Fields> => {
    const answer = await as(subject, method, params, can);
    if (answer.kind === 'error') throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result as Fields;
  };
  const untilStatus = async (subject: string, taskId: string, status: string): Promise<Fields> => {
    for (;;) {
      const task = await given(subject, 'tasks/get', { taskId });
      if (task['status'] === status) return task;
    }
  };
  const killAndRestart = async (): Promise<void> => {
    const { port } = new URL(server.url);
    await server.kill();
    server = await suiteHost.open(Number(port));
  };

  test('[P5.1][P5.2] killed during input_required: the same task is answered, only for the same principal', async () => {
    const call = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };
    const created = await given('ann', 'tools/call', call);
    expect(created).toMatchObject({ resultType: 'task' });
    const taskId = String(created['taskId']);
    const before = await untilStatus('ann', taskId, 'input_required');

    await killAndRestart();

    const after = await given('ann', 'tasks/get', { taskId });
    expect(after).toEqual({ ...before, _meta: expect.anything() });
    const [key = ''] = Object.keys(after['inputRequests'] as Fields);
    const inputResponses = { [key]: { action: 'accept', content: { confirm: true } } };
    for (const [method, params] of [
      ['tasks/get', { taskId }],
      ['tasks/update', { taskId, inputResponses }],
      ['tasks/cancel', { taskId }],
    ] as const) {
      expect(await as('bob', method, params), method).toMatchObject({
        kind: 'error',
        error: { code: -32602 },
      });
      // As if it did not exist: the caller does not learn that another principal has such a task.
      const none = await as('bob', method, { ...params, taskId: 'run_00000000000000000000000000' });
      expect(messageOf(await as('bob', method, params)).replaceAll(taskId, '…')).toBe(
        messageOf(none).replaceAll('run_00000000000000000000000000', '…'),
      );
    }
    expect(await given('ann', 'tasks/get', { taskId })).toMatchObject({ status: 'input_required' });
    await given('ann', 'tasks/update', { taskId, inputResponses });
    expect(await untilStatus('ann', taskId, 'completed')).toMatchObject({
      result: { content: [{ text: 'Confirmed for a.txt: true' }] },
    });
  });

  test('[P5.1] killed while working: the task continues, and returns its result', async () => {
    const call = { name: 'slow_compute', arguments: { seconds: 1, label: 'x' } };
    const taskId = String((await given('ann', 'tools/call', call))['taskId']);
    await killAndRestart();
    expect(await untilStatus('ann', taskId, 'completed')).toMatchObject({
      result: { content: [{ text: 'Computed x in 1 seconds' }] },
    });
  });

  test('[P4.2] the state between two rounds survives, and is bound to its principal', async () => {
    const call = { name: 'test_input_required_result_request_state', arguments: {} };
    const withoutTasks = { elicitation: {} };
    const asked = await given('ann', 'tools/call', call, withoutTasks);
    expect(asked).toMatchObject({ resultType: 'input_required' });
    const [key = ''] = Object.keys(asked['inputRequests'] as Fields);
    const inputResponses = { [key]: { action: 'accept', content: { ok: true } } };
    const retry = { ...call, inputResponses, requestState: asked['requestState'] };

    await killAndRestart();

    const refused = { kind: 'error', error: { code: -32602 } };
    expect(await as('bob', 'tools/call', retry, withoutTasks)).toMatchObject(refused);
    const changed = { ...retry, arguments: { another: 1 } };
    expect(await as('ann', 'tools/call', changed, withoutTasks)).toMatchObject(refused);
    const otherTool = { ...retry, name: 'test_input_required_result_multi_round' };
    expect(await as('ann', 'tools/call', otherTool, withoutTasks)).toMatchObject(refused);
    expect(await given('ann', 'tools/call', retry, withoutTasks)).toMatchObject({
      content: [{ text: 'state-ok: true' }],
    });
  });

  test('[P1.3] a session is bound to its principal and survives; an unknown or ended one is answered with 404', async () => {
    const post = (subject: string, session: string | null, method: string, params: Fields = {}) =>
      fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-subject': subject,
          ...(session === null ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
    const greeting = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'guest', version: '1' },
    };
    const session = (await post('ann', null, 'initialize', greeting)).headers.get('mcp-session-id');
    expect(session).not.toBe(null);
    const statusOf = async (subject: string, id: string | null): Promise<number> => {
      const response = await post(subject, id, 'tools/list');
      await response.text();
      return response.status;
    };
    expect(await statusOf('ann', session)).toBe(200);
    await killAndRestart();
    expect(await statusOf('ann', session)).toBe(200);
    expect(await statusOf('bob', session)).toBe(404);
    expect(await statusOf('ann', `${session}x`)).toBe(404);
    expect(await statusOf('ann', 'nobody-knows-it')).toBe(404);
    const ended = await fetch(`${server.url}/mcp`, {
      method: 'DELETE',
      headers: { 'mcp-session-id': session ?? '', 'x-subject': 'ann' },
    });
    expect(ended.ok).toBe(true);
    expect(await statusOf('ann', session)).toBe(404);
    await killAndRestart();
    expect(await statusOf('ann', session)).toBe(404);
  });
});

describe('signalbox serve', () => {
  let programFixture: ProgramFixture;

  beforeAll(async () => {
    programFixture = await createProgramFixture();
  });

  afterAll(() => programFixture.remove());

  test('[P1.3][P4.1] a 2025 client continues after a restart, and is still asked', async () => {
    const first = await programFixture.serve();
    const human = () => ({ action: 'accept', content: { greeting: 'Hello again' } }) as const;
    const testClient = await connectTestClient('former, 2025', first.url, { human });
    const { value: before } = await testClient.call('w_hello', { name: 'Ada' });
    expect(before).toMatchObject({ status: 'completed' });
    await first.kill();
    const second = await programFixture.serve(first.port);
    const { value } = await testClient.call('w_hello', { name: 'Bob' });
    expect(value).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(value)).toContain('Hello again, Bob!');
    await testClient.close();
    await second.stop();
  });

  test.each(['present, 2025', 'former, 2025'] as const)(
    '[P1.3][P1.4] a 2025 client (%s) gets notifications for its subscriptions after a restart',
    async (kind) => {
      const first = await programFixture.serve();
      const testClient = await connectTestClient(kind, first.url);
      const { value: handle } = await testClient.call('w_hello', { name: 'Di' });
      const uri = `run://${String(handle['run_id'])}`;
      await testClient.watch(uri);
      await first.kill();
      const second = await programFixture.serve(first.port);
      await untilHeard(testClient);
      const answer = { workitem_id: handle['work_item_id'], output_data: { greeting: 'Hi' } };
      expect((await testClient.call('workitems_complete', answer)).isError).toBe(false);
      expect((await testClient.nextNotification('notifications/resources/updated')).params).toMatchObject({
        uri,
      });
      await testClient.close();
      await second.stop();
    },
  );

  test('[P3.4] items and handles still exist', async () => {
    const first = await programFixture.serve();
    const testClient = await connectTestClient('present, 2026', first.url);
    const { value: handle } = await testClient.call('w_hello', { name: 'Cy' });
    expect(handle).toMatchObject({ status: 'input_required' });
    const { run_id, work_item_id } = handle;
    await first.kill();
    const second = await programFixture.serve(first.port);
    const { text } = await testClient.call('workitems_list', { case_id: run_id });
    expect(text).toContain(String(work_item_id));
    expect(await testClient.read(`run://${String(run_id)}`)).toContain('How shall Cy be greeted?');
    await testClient.call('workitems_complete', {
      workitem_id: work_item_id,
      output_data: { greeting: 'Bye' },
    });
    const { value } = await testClient.call('cases_status', { case_id: run_id, wait_ms: 20_000 });
    expect(value).toMatchObject({ status: 'completed' });
    await testClient.close();
    await second.stop();
  });

  /** Events while a client reconnects are lost: until then, others are caused. */
  async function untilHeard(testClient: TestClient): Promise<void> {
    let isBack = false;
    void testClient.nextNotification('notifications/tools/list_changed').then(() => {
      isBack = true;
    });
    for (let at = 0; !isBack; at++) {
      await programFixture.write(
        'poke.yaml',
        `workflows: { poke_${at}: { graph: { say: { call: echo } } } }\n`,
      );
      await testClient.tools();
    }
  }

  test('[P5.1] a 2025 task keeps its id', async () => {
    const first = await programFixture.serve();
    const client = await connectFormer(first.url, {});
    await client.listTools();
    const { tasks } = client.experimental;
    let id = '';
    for await (const message of tasks.callToolStream({ name: 'w_hello', arguments: {} }, undefined, {
      task: { ttl: 60_000 },
    })) {
      if (message.type !== 'taskCreated') break;
      id = message.task.taskId;
    }
    await first.kill();
    const second = await programFixture.serve(first.port);
    expect(await tasks.getTask(id)).toMatchObject({ taskId: id });
    expect((await tasks.listTasks()).tasks.map(({ taskId }) => taskId)).toContain(id);
    await client.close();
    await second.stop();
  });
});

const messageOf = (answer: Answer): string => (answer.kind === 'error' ? answer.error.message : 'no error');
