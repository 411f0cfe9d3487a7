/** SIGTERM with connected clients: every client has its answer before the process exits. */
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from './program-fixture.ts';
import { envelope } from './raw-dispatch.ts';
import { greetByHand } from './raw-session.ts';
import { StdioConversation } from './stdio-conversation.ts';
import { connectFormer, connectPresent, connectTestClient, type TestClientKind } from './test-client.ts';

/** Ends well before the call's own wait: a server that waited for it would return a completed run. */
const nap = 'workflows: { nap: { graph: { nap: { wait: 15 s } } } }\n';
const patient = { wait_ms: 20_000 };

let programFixture: ProgramFixture;

beforeEach(async () => {
  programFixture = await createProgramFixture({ 'nap.yaml': nap });
});

afterEach(() => programFixture.remove());

const untilRun = (served: Served): Promise<void> =>
  vi.waitFor(async () => expect(await served.runs()).toBe(1), { timeout: 30_000 });

const handle = { status: 'running', run_id: expect.any(String) };

describe.each<TestClientKind>(['present, 2026', 'present, 2025', 'former, 2025'])('%s', (kind) => {
  test('[P7.4] a waiting call gets its handle at once, then requests are refused; the run is still there', async () => {
    const served = await programFixture.serve();
    const testClient = await connectTestClient(kind, served.url);
    onTestFinished(() => testClient.close());
    const call = testClient.call('w_nap', patient);
    await untilRun(served);
    const code = served.stop();
    const { value } = await call;
    expect(value).toMatchObject(handle);
    expect(await code).toBe(0);
    await expect(fetch(served.url)).rejects.toThrow();
    const later = await programFixture.serve();
    const next = await connectTestClient(kind, later.url);
    onTestFinished(() => next.close());
    expect((await next.call('cases_status', { case_id: value['run_id'] })).isError).toBe(false);
  });

  test('[P7.4] so does a call with progress', async () => {
    const served = await programFixture.serve();
    const testClient = await connectTestClient(kind, served.url);
    onTestFinished(() => testClient.close());
    let told = (): void => {};
    const isTold = new Promise<void>((resolve) => {
      told = resolve;
    });
    const call = testClient.call('w_nap', patient, { onProgress: () => told() });
    await isTold;
    const code = served.stop();
    expect((await call).value).toMatchObject(handle);
    expect(await code).toBe(0);
  });
});

test('[P7.4][P4.1] a 2025 call whose user is being asked returns the question', async () => {
  const served = await programFixture.serve();
  let asked = (): void => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const human = () => {
    asked();
    return new Promise<never>(() => {});
  };
  const testClient = await connectTestClient('former, 2025', served.url, { human });
  onTestFinished(() => testClient.close());
  const call = testClient.call('w_hello', { name: 'Ada' });
  await isAsked;
  const code = served.stop();
  expect((await call).value).toMatchObject({
    status: 'input_required',
    message: 'How shall Ada be greeted?',
    run_id: expect.any(String),
  });
  expect(await code).toBe(0);
});

test('[P7.4][P5.1] a client that waits for the result of a task is told to ask again', async () => {
  const served = await programFixture.serve();
  const client = await connectFormer(served.url, {});
  onTestFinished(() => client.close());
  const session = await greetByHand(served.url);
  const { message } = await session.request('tools/call', { name: 'w_nap', task: { ttl: 60_000 } });
  const { taskId } = (message['result'] as { readonly task: { readonly taskId: string } }).task;
  const result = client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema).catch(String);
  await untilRun(served);
  // Requests of one client are processed in order: this one comes after the other.
  await client.listTools();
  const code = served.stop();
  expect(await result).toContain('Ask again');
  expect(await code).toBe(0);
});

test('[P7.4] subscribers of both eras get an orderly end', async () => {
  const served = await programFixture.serve();
  const client = await connectPresent('present, 2026', served.url, {});
  onTestFinished(() => client.close());
  const subscription = await client.listen({ toolsListChanged: true });
  const stream = await (await greetByHand(served.url)).listen();
  expect(await served.stop()).toBe(0);
  expect(await subscription.closed).toBe('graceful');
  await expect(stream.ended).resolves.toBe(undefined);
});

describe('stdio', () => {
  const call = { name: 'w_nap', arguments: patient };

  test.each([
    { era: '2026', greets: false, meta: envelope({}) },
    { era: '2025', greets: true, meta: {} },
  ])('[P7.4] $era: an active call gets its handle', async ({ greets, meta }) => {
    const conversation = new StdioConversation(programFixture.start(programFixture.stdio()));
    if (greets) await conversation.initialize();
    const answer = conversation.request('tools/call', { ...call, _meta: { ...meta, progressToken: 1 } });
    await conversation.notified('notifications/progress');
    const code = conversation.stop();
    expect(await answer).toMatchObject({ result: { structuredContent: handle } });
    expect(await code).toBe(0);
    expect(conversation.nonMessages()).toEqual([]);
  });

  test('[P7.4][P1.4] so does a call in an attached process, and the owner continues', async () => {
    const served = await programFixture.serve();
    const conversation = new StdioConversation(programFixture.start(programFixture.stdio()));
    await conversation.initialize();
    const answer = conversation.request('tools/call', call);
    await untilRun(served);
    const code = conversation.stop();
    expect(await answer).toMatchObject({ result: { structuredContent: handle } });
    expect(await code).toBe(0);
    expect(await served.runs()).toBe(1);
  });

  test('[P7.4] a subscriber gets an orderly end', async () => {
    const conversation = new StdioConversation(programFixture.start(programFixture.stdio()));
    const ended = conversation.request('subscriptions/listen', {
      notifications: { toolsListChanged: true },
      _meta: envelope({}),
    });
    await conversation.notified('notifications/subscriptions/acknowledged');
    const code = conversation.stop();
    expect(await ended).toMatchObject({ result: {} });
    expect(await code).toBe(0);
  });
});
