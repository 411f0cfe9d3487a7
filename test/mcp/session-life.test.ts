/** Sessions of the 2025 era: restarts, eviction, failed initialization, and principals with different rights. */
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ann, fixtureUrl, type McpFixture, openMcpFixture } from './mcp-fixture.ts';
import { createProgramFixture } from './program-fixture.ts';
import { greetByHand, greeting, type RawSession, resumeByHand } from './raw-session.ts';
import { connectFormer } from './test-client.ts';

type Fields = Readonly<Record<string, unknown>>;

const source = 'workflows: { question: { graph: { question: { type: yield, message: "Well?" } } } }\n';
const updatedNotification = 'notifications/resources/updated';

/** A run that waits for an answer. */
async function beginRun(session: RawSession): Promise<{ readonly uri: string; readonly item: string }> {
  const value = await contentOf(session, 'w_question', {});
  return { uri: `run://${String(value['run_id'])}`, item: String(value['work_item_id']) };
}

const answer = (session: RawSession, item: string): Promise<Fields> =>
  contentOf(session, 'workitems_complete', { workitem_id: item, output_data: 'Yes' });

async function contentOf(session: RawSession, name: string, args: Fields): Promise<Fields> {
  const { message } = await session.request('tools/call', { name, arguments: args });
  return (message['result'] as { readonly structuredContent: Fields }).structuredContent;
}

test('[P1.3][P1.4] subscriptions of a session survive a restart, and removed ones stay removed', async () => {
  const programFixture = await createProgramFixture({ 'source.yaml': source });
  try {
    const first = await programFixture.serve();
    const session = await greetByHand(first.url);
    const kept = await beginRun(session);
    const left = await beginRun(session);
    for (const { uri } of [kept, left]) {
      expect((await session.request('resources/subscribe', { uri })).message).toMatchObject({ result: {} });
    }
    await session.request('resources/unsubscribe', { uri: left.uri });
    await first.kill();

    const { url } = await programFixture.serve(first.port);
    const stream = await resumeByHand(url, session.id).listen();
    const other = await greetByHand(url);
    await answer(other, left.item);
    await answer(other, kept.item);
    const said = await stream.until(updatedNotification);
    expect(said).toContain(kept.uri);
    expect(said).not.toContain(left.uri);
  } finally {
    await programFixture.remove();
  }
});

test('[P1.3][P4.1] a form from before a restart is not confused with a later one', async () => {
  const programFixture = await createProgramFixture({ 'source.yaml': source });
  try {
    const first = await programFixture.serve();
    const client = await connectFormer(first.url, { human: () => ({ action: 'cancel' }) });
    onTestFinished(() => client.close());
    const askedBy = (): Promise<unknown> =>
      new Promise((resolve) => {
        client.setRequestHandler(ElicitRequestSchema, (_, { requestId }) => {
          resolve(requestId);
          return new Promise<never>(() => {});
        });
        // It gets no answer: its end is not waited for.
        client.callTool({ name: 'w_question', arguments: {} }).catch(() => undefined);
      });
    const before = await askedBy();
    await first.kill();
    await programFixture.serve(first.port);
    expect(await askedBy()).not.toBe(before);
  } finally {
    await programFixture.remove();
  }
});

describe('an endpoint in this process', () => {
  let mcpFixture: McpFixture;

  beforeAll(async () => {
    mcpFixture = await openMcpFixture(source);
  });

  afterAll(() => mcpFixture.close());

  const greet = (): Promise<RawSession> => greetByHand(fixtureUrl, { fetch: mcpFixture.as(ann) });

  test('[P1.3] a refused initialization leaves no session', async () => {
    const before = mcpFixture.mcpEndpoint.open.sessions;
    const response = await mcpFixture.as(ann)(fixtureUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/plain' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: greeting() }),
    });
    expect(response.status).toBe(406);
    expect(mcpFixture.mcpEndpoint.open.sessions).toBe(before);
    await greet();
    expect(mcpFixture.mcpEndpoint.open.sessions).toBe(before + 1);
  });

  test('[P1.3][P1.4] listening sessions are not evicted, and evicted ones return with their subscriptions', async () => {
    const listening = await greet();
    const idle = await greet();
    const { uri, item } = await beginRun(listening);
    for (const session of [listening, idle]) await session.request('resources/subscribe', { uri });
    const stream = await listening.listen();
    for (let count = 0; count < 501; count++) await greet();
    expect(mcpFixture.mcpEndpoint.open.sessions).toBe(500);

    const again = await idle.listen();
    await answer(await greet(), item);
    expect(await stream.until(updatedNotification)).toContain(uri);
    expect(await again.until(updatedNotification)).toContain(uri);
  });

  describe('two principals in one session, one of them read-only', () => {
    const reader = { ...ann, scopes: new Set(['workflows:query'] as const) };
    const run = { name: 'w_question', arguments: {} };
    const refused = { result: { isError: true, structuredContent: { error_code: 'missing_scope' } } };
    const done = { result: { structuredContent: { status: 'input_required' } } };

    const namesOf = async (session: RawSession): Promise<readonly string[]> => {
      const { message } = await session.request('tools/list');
      return (message['result'] as { readonly tools: readonly { readonly name: string }[] }).tools.map(
        ({ name }) => name,
      );
    };

    test.each([
      { begins: 'who may do everything', first: ann },
      { begins: 'who may only look', first: reader },
    ])(
      '[P1.3][P2.3] begun by the one $begins: each request has the rights of its sender',
      async ({ first }) => {
        const { id } = await greetByHand(fixtureUrl, { fetch: mcpFixture.as(first) });
        const great = resumeByHand(fixtureUrl, id, mcpFixture.as(ann));
        const small = resumeByHand(fixtureUrl, id, mcpFixture.as(reader));
        expect((await small.request('tools/call', run)).message).toMatchObject(refused);
        expect((await great.request('tools/call', run)).message).toMatchObject(done);
        expect((await small.request('tools/call', run)).message).toMatchObject(refused);
        expect(await namesOf(great)).toContain('workflow_run');
        expect(await namesOf(small)).not.toContain('workflow_run');
      },
    );
  });
});
