/** Notifications of tasks to clients that listen for them, over both transports. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client';
import {
  readAcceptedTaskIdsV2,
  TaskStatusNotificationV2Schema,
} from '@modelcontextprotocol/ext-tasks/core/v2';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from './program-fixture.ts';
import { ask, dispatchTo, framing, tasksExtension } from './raw-dispatch.ts';
import { connectPresent, connectTestClient, type ServerTarget, type TestClient } from './test-client.ts';

type Fields = Readonly<Record<string, unknown>>;

const secret = 'correct-horse-battery';
const files = {
  'nap.yaml': 'workflows: { nap: { graph: { nap: { wait: 1 hour } } } }\n',
  'whisper.yaml': `workflows:
  whisper:
    graph:
      ask: { type: yield, message: "The word?", expects: { word: str } }
      say: { call: echo, args: { text: $ask.word }, depends_on: [ask] }
    result: { said: $say.text }
`,
};

let programFixture: ProgramFixture;
let served: Served;
let stdio: ServerTarget;

beforeAll(async () => {
  const plain = await createProgramFixture(files);
  programFixture = plain.as({ WORD: secret });
  const connectors = join(programFixture.data, 'connectors.yaml');
  await writeFile(connectors, 'secrets: { WORD: { hosts: [] } }\n');
  served = await programFixture.serve(0, '--connectors', connectors);
  stdio = programFixture.stdio('--connectors', connectors);
});

afterAll(() => programFixture.remove());

/** A client that listens, and everything it has received. */
interface Listening {
  readonly client: Client;
  readonly received: readonly Fields[];
  listen(filter: Fields): Promise<McpSubscription>;
  /** The states of a task so far, each as the extension defines it. */
  states(taskId: string): readonly Fields[];
  until(taskId: string, status: string): Promise<Fields>;
}

const extensions = { [tasksExtension]: {} };
const human = () => ({ action: 'cancel' }) as const;

async function comeListening(
  target: ServerTarget,
  options: Parameters<typeof connectPresent>[2] = { human, extensions },
): Promise<Listening> {
  const client = await connectPresent('present, 2026', target, options);
  onTestFinished(() => client.close());
  const received: Fields[] = [];
  const { transport } = client;
  const read = transport?.onmessage;
  if (transport === undefined || read === undefined) throw new Error('It is not connected.');
  // The client hides parts of extensions from its handlers.
  transport.onmessage = (message, extra) => {
    received.push(message as Fields);
    read(message, extra);
  };
  const states = (taskId: string): readonly Fields[] =>
    received
      .filter(({ method }) => method === 'notifications/tasks')
      .map((message) => TaskStatusNotificationV2Schema.parse(message).params as Fields)
      .filter((task) => task['taskId'] === taskId);
  return {
    client,
    received,
    states,
    listen: (filter) => client.listen(filter as Parameters<Client['listen']>[0]),
    until: (taskId, status) =>
      vi.waitFor(
        () => {
          const found = states(taskId).find((task) => task['status'] === status);
          if (found === undefined) throw new Error(`${JSON.stringify(received)} has no “${status}”.`);
          return found;
        },
        { timeout: 15_000 },
      ),
  };
}

const acknowledged = (received: readonly Fields[]): readonly string[] => {
  const message = received.find(({ method }) => method === 'notifications/subscriptions/acknowledged');
  return readAcceptedTaskIdsV2(message?.['params'] as Parameters<typeof readAcceptedTaskIdsV2>[0]);
};

describe.each(['http', 'stdio'] as const)('over %s', (way) => {
  const target = (): ServerTarget => (way === 'http' ? served.url : stdio);
  let plain: TestClient;
  /** A run that this principal has started, in the view of a client that does not know tasks. */
  const begin = async (tool: string, input: Fields = {}): Promise<Fields> =>
    (await plain.call(tool, { ...input, wait_ms: 100 })).value;

  beforeAll(async () => {
    plain = await connectTestClient('present, 2026', served.url);
  });

  afterAll(() => plain.close());

  test('[P5.3] a task that asks, and is answered: each state as tasks/get returns it, without secrets', async () => {
    const listening = await comeListening(target());
    const { run_id: run, work_item_id: item } = await begin('w_whisper');
    const taskId = String(run);
    await listening.listen({ taskIds: [taskId, taskId, 'run_nobody_knows'] });
    expect(acknowledged(listening.received)).toEqual([taskId]);
    const asking = await listening.until(taskId, 'input_required');
    expect(asking).toMatchObject({
      inputRequests: { [String(item)]: { method: 'elicitation/create', params: { message: 'The word?' } } },
    });
    await plain.call('workitems_complete', { workitem_id: item, output_data: { word: secret } });
    const { _meta: meta, ...completed } = await listening.until(taskId, 'completed');
    expect(meta).toEqual({ 'io.modelcontextprotocol/subscriptionId': 'listen:0' });
    expect(completed).toMatchObject({
      result: { resultType: 'complete', structuredContent: { result: { said: '[redacted]' } } },
    });
    const answer = await ask(served.url, 'tasks/get', { taskId });
    expect(answer).toMatchObject({ kind: 'result', result: completed });
    expect(JSON.stringify(listening.received)).not.toContain(secret);
    // Each state is sent once, and nothing after the end.
    const texts = listening.states(taskId).map((task) => JSON.stringify(task));
    expect(new Set(texts).size).toBe(texts.length);
    expect(listening.states(taskId).at(-1)).toMatchObject({ status: 'completed' });
  });

  test('[P5.3] a cancelled task; the changes of tools come on the same stream', async () => {
    const listening = await comeListening(target());
    const taskId = String((await begin('w_nap'))['run_id']);
    const subscription = await listening.listen({ taskIds: [taskId], toolsListChanged: true });
    expect(subscription.honoredFilter).toEqual({ toolsListChanged: true });
    await listening.until(taskId, 'working');
    await programFixture.write(`${way}.yaml`, `workflows: { n_${way}: { graph: { n: { wait: 1 } } } }\n`);
    await vi.waitFor(
      () =>
        expect(listening.received).toContainEqual(
          expect.objectContaining({ method: 'notifications/tools/list_changed' }),
        ),
      { timeout: 15_000 },
    );
    await plain.call('cases_cancel', { case_id: taskId });
    expect(await listening.until(taskId, 'cancelled')).not.toHaveProperty('result');
  });

  test('[P5.3] a task that has ended before: its state is sent', async () => {
    const listening = await comeListening(target());
    const taskId = String((await begin('w_nap'))['run_id']);
    await plain.call('cases_cancel', { case_id: taskId, wait_ms: 20_000 });
    await listening.listen({ taskIds: [taskId] });
    await listening.until(taskId, 'cancelled');
    expect(listening.states(taskId)).toHaveLength(1);
  });

  test('[P5.3] after the client has closed the stream, nothing is sent for it', async () => {
    const listening = await comeListening(target());
    const taskId = String((await begin('w_nap'))['run_id']);
    const first = await listening.listen({ taskIds: [taskId] });
    await listening.until(taskId, 'working');
    await first.close();
    await listening.listen({ taskIds: [taskId] });
    await plain.call('cases_cancel', { case_id: taskId });
    const ended = await listening.until(taskId, 'cancelled');
    expect(ended['_meta']).toEqual({ 'io.modelcontextprotocol/subscriptionId': 'listen:1' });
    expect(listening.states(taskId).filter(({ status }) => status === 'cancelled')).toHaveLength(1);
  });

  test('[P5.3] a client that has not declared tasks is refused, and so is what is no list', async () => {
    const undeclared = await comeListening(target(), {});
    await expect(undeclared.listen({ taskIds: ['run_x'] })).rejects.toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions } },
    });
    const listening = await comeListening(target());
    await expect(listening.listen({ taskIds: 'run_x' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('notifications.taskIds'),
    });
  });

  test('[P5.3] clients of 2025 are not sent it', async () => {
    const former = await connectTestClient('former, 2025', target());
    onTestFinished(() => former.close());
    let isTold = false;
    void former.nextNotification('notifications/tasks').then(() => {
      isTold = true;
    });
    const taskId = String((await begin('w_nap'))['run_id']);
    await former.watch(`run://${taskId}`);
    await former.read(`run://${taskId}`);
    await plain.call('cases_cancel', { case_id: taskId });
    await former.nextNotification('notifications/resources/updated');
    expect(isTold).toBe(false);
  });
});

test('[P5.3] a question that the user dismisses: the task works on', async () => {
  const listening = await comeListening(served.url);
  const created = await ask(served.url, 'tools/call', { name: 'w_whisper', arguments: {} });
  const { taskId } = (created as unknown as { readonly result: { readonly taskId: string } }).result;
  await listening.listen({ taskIds: [taskId] });
  const asking = await listening.until(taskId, 'input_required');
  const before = listening.states(taskId).length;
  const [key = ''] = Object.keys(asking['inputRequests'] as Fields);
  await ask(served.url, 'tasks/update', { taskId, inputResponses: { [key]: { action: 'cancel' } } });
  await vi.waitFor(() =>
    expect(listening.states(taskId).slice(before)).toMatchObject([{ status: 'working' }]),
  );
});

test('[P5.3] the session of ext-tasks takes the notifications', async () => {
  const { client, listen, until } = await comeListening(served.url);
  const problems: unknown[] = [];
  const session = createTaskSessionFromClient(client, {
    endpointId: served.url,
    rawDispatch: dispatchTo(served.url),
    v2RequestFraming: framing,
    onInputRequest: async () => ({ action: 'accept', content: { word: 'please' } }) as never,
    onError: (error) => void problems.push(error),
  });
  onTestFinished(() => session.close());
  const execution = await session.callTool('w_whisper', {}, { task: { preference: 'prefer' } });
  const seen: string[] = [];
  for await (const event of execution.updates()) {
    if (event.type === 'task') {
      if (seen.push(event.task.taskId) === 1) await listen({ taskIds: [event.task.taskId] });
    }
  }
  const { outcome } = await execution.settle();
  expect(outcome.status).toBe('completed');
  await until(seen[0] ?? '', 'completed');
  expect(problems).toEqual([]);
});

test('[P5.3][P7.4] a server that ends closes the stream in order', async () => {
  const other = await createProgramFixture(files);
  onTestFinished(() => other.remove());
  const { url, stop } = await other.serve();
  const starter = await connectTestClient('present, 2026', url);
  const { value } = await starter.call('w_nap', { wait_ms: 100 });
  await starter.close();
  const listening = await comeListening(url);
  const subscription = await listening.listen({ taskIds: [value['run_id']] });
  await listening.until(String(value['run_id']), 'working');
  expect(await stop()).toBe(0);
  expect(await subscription.closed).toBe('graceful');
});
