/** Log entries of calls, and errors outside of them. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Contents } from '../../src/server/mcp/contract/contents.ts';
import { ann, fixtureUrl, openMcpFixture } from './mcp-fixture.ts';
import { createProgramFixture, type ProgramFixture, type Served } from './program-fixture.ts';
import { type AskOptions, ask } from './raw-dispatch.ts';
import { greetByHand } from './raw-session.ts';
import { connectPresent, connectTestClient, type TestClientKind } from './test-client.ts';

describe('the real program', () => {
  let programFixture: ProgramFixture;
  let served: Served;

  beforeAll(async () => {
    programFixture = await createProgramFixture();
    served = await programFixture.serve();
  });

  afterAll(() => programFixture.remove());

  interface Line {
    readonly operation: string;
    readonly code: string | null;
  }

  /**
   * Log lines of calls since the last read, except the current one; other requests leave their own lines. The line of
   * a call with a stream is written when the stream has ended, which may be later.
   */
  const linesSince = async (length: number): Promise<readonly string[]> => {
    await ask(served.url, 'tools/call', { name: 'workflow_list', arguments: {} });
    const isOfCall = (line: string): boolean => {
      const { operation } = JSON.parse(line) as Line;
      return operation === 'tools/call' || /^\w+_\w+$/.test(operation);
    };
    const isMark = (line: string): boolean => line.includes('workflow_list');
    return vi.waitFor(() => {
      const lines = served
        .written()
        .slice(length)
        .split('\n')
        .filter((line) => line !== '' && isOfCall(line));
      expect([lines.some(isMark), lines.length > 1]).toEqual([true, true]);
      return lines.filter((line) => !isMark(line));
    });
  };

  test.each<TestClientKind>(['present, 2025', 'former, 2025'])(
    '[P2.5] %s: a call whose user is asked twice leaves one line',
    async (kind) => {
      const answers = [{}, { greeting: 'Good morning' }];
      const human = () => ({ action: 'accept', content: answers.shift() ?? {} }) as const;
      const testClient = await connectTestClient(kind, served.url, { human });
      onTestFinished(() => testClient.close());
      const before = served.written().length;
      const { value } = await testClient.call('w_hello', { name: 'Ada' });
      expect(value).toMatchObject({ status: 'completed' });
      const lines = await linesSince(before);
      expect(lines).toEqual([expect.stringMatching(/"operation":"w_hello".*"code":null/)]);
      expect(lines.join()).not.toMatch(/Ada|Good morning/);
    },
  );

  test('[P2.5] an unknown tool leaves one line, without its input', async () => {
    const before = served.written().length;
    const call = { name: 'nobody_knows', arguments: { secret: 'hush' } };
    expect(await ask(served.url, 'tools/call', call)).toMatchObject({
      kind: 'error',
      error: { code: -32602 },
    });
    const lines = await linesSince(before);
    expect(lines).toEqual([expect.stringContaining('unknown_tool')]);
    expect(lines.join()).not.toMatch(/hush|nobody_knows/);
  });

  describe('toolsets that do not exist', () => {
    const options: AskOptions = { headers: { 'x-mcp-toolsets': 'bogus' } };

    test('[P2.4] if tools cannot be listed, the error says why and what to do', async () => {
      expect(await ask(served.url, 'tools/list', {}, options)).toMatchObject({
        kind: 'error',
        error: {
          code: -32602,
          message: expect.stringContaining('bogus'),
          data: { category: 'validation', suggested_action: expect.stringMatching(/./) },
        },
      });
    });

    test('[P2.4][P2.5] an unknown tool is an error object too, and leaves one line', async () => {
      const before = served.written().length;
      const call = { name: 'nobody_knows', arguments: {} };
      expect(await ask(served.url, 'tools/call', call, options)).toMatchObject({
        kind: 'result',
        result: {
          isError: true,
          structuredContent: { category: 'validation', message: expect.stringContaining('bogus') },
        },
      });
      expect(await linesSince(before)).toHaveLength(1);
    });
  });
});

test('[P2.4] an internal error outside of tools is one sentence for the caller, and reported', async () => {
  const mistake = new TypeError('Cannot read properties of undefined (reading “token”)');
  const compose = (contents: Contents): Contents => ({
    ...contents,
    resources: {
      ...contents.resources,
      read: () => Promise.reject(mistake),
    },
  });
  const mcpFixture = await openMcpFixture('workflows: { idle: { graph: { idle: { wait: 1 } } } }\n', {
    compose,
  });
  onTestFinished(() => mcpFixture.close());
  const expected = { code: -32603, message: expect.stringMatching(/^Internal error\./) };
  const read = { uri: 'run://x' };

  const client = await connectPresent('present, 2026', fixtureUrl, { fetch: mcpFixture.as(ann) });
  await expect(client.readResource(read)).rejects.toMatchObject(expected);
  const session = await greetByHand(fixtureUrl, { fetch: mcpFixture.as(ann) });
  const { message } = await session.request('resources/read', read);
  expect(message).toMatchObject({ error: expected });
  expect(JSON.stringify(message)).not.toContain('token');
  expect(mcpFixture.reports.map(({ error }) => error)).toEqual([mistake, mistake]);
  await client.close();
});

test.each<TestClientKind>(['present, 2026', 'present, 2025', 'former, 2025'])(
  '[W5.2] %s: the connection of a call that may wait ends with the rights of the caller, that of a read does not',
  async (kind) => {
    const mcpFixture = await openMcpFixture('workflows: { idle: { graph: { idle: { wait: 1 hour } } } }\n');
    onTestFinished(() => mcpFixture.close());
    const client = await connectTestClient(kind, fixtureUrl, { fetch: mcpFixture.as(ann) });
    onTestFinished(() => client.close());
    /** Twice: the SDK answers the first call of a client. */
    const watchedAfter = async (tool: string, input: object): Promise<number> => {
      const before = mcpFixture.watchedCalls;
      for (const _ of ['the SDK', 'the fast path']) await client.call(tool, { ...input });
      return mcpFixture.watchedCalls - before;
    };
    const { value } = await client.call('w_idle', { wait_ms: 0 });
    const { run_id: run } = value as { run_id: string };
    expect(await watchedAfter('cases_status', { case_id: run })).toBe(0);
    expect(await watchedAfter('cases_status', { case_id: run, wait_ms: 1 })).toBe(2);
    expect(await watchedAfter('w_idle', { wait_ms: 0 })).toBe(2);
    // It waits by default.
    expect(await watchedAfter('cases_cancel', { case_id: run })).toBe(2);
  },
);
