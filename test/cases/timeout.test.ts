import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDataFolder, registry, resolveSettings } from '../../src/operations/index.ts';
import type { Signalbox } from '../../src/server/local/signalbox.ts';
import type { McpEndpoint } from '../../src/server/mcp/contract/mcp-endpoint.ts';
import { openMcpEndpoint } from '../../src/server/mcp/open-mcp-endpoint.ts';
import { CallsUnderWay } from '../../src/server/pipeline/calls-under-way.ts';
import { sendCall } from '../../src/server/pipeline/pipeline.ts';
import { ann } from '../mcp/mcp-fixture.ts';

let folder: string;
let endpoint: McpEndpoint;

/** An engine that hangs until no caller waits any more. */
const silent: Signalbox = {
  role: 'owner',
  owner: null,
  registry,
  call: (principal, name, input, signal) =>
    sendCall({
      ...{ operation: registry.get(name), principal, input, signal, underWay: new CallsUnderWay() },
      dispatch: (call) => new Promise((resolve) => call.signal?.addEventListener('abort', () => resolve({}))),
    }),
  close: async () => undefined,
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-silent-'));
  const { settings } = resolveSettings({ flags: new Map([['--data', [folder]]]), env: {}, folder });
  await makeDataFolder(folder);
  ({ mcpEndpoint: endpoint } = await openMcpEndpoint({
    ...{ signalbox: silent, settings, version: '1', note: () => undefined },
    report: (line, error) => {
      throw new Error(line, { cause: error });
    },
  }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await endpoint.close();
  await rm(folder, { recursive: true, force: true });
});

const calls = [
  ['cases/status', { case_id: '9876' }, 10_000],
  ['cases/status', { case_id: '9876', wait_ms: 5_000 }, 15_000],
  ['cases/submit', { spec_id: 'Invoice', idempotency_key: 'z-inv-42' }, 10_000],
] as const;

test.each(calls)('[F1.1] 9.2: a hanging engine is reported in time (%s, %j)', async (tool, input, time) => {
  const callRequest = { tool, input, signal: new AbortController().signal };
  let isAnswered = false;
  const answer = endpoint.invoke(callRequest, { principal: ann, choice: undefined }).finally(() => {
    isAnswered = true;
  });
  const pass = async (milliseconds: number): Promise<void> => {
    vi.advanceTimersByTime(milliseconds);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  };
  // The call waits now.
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  await pass(time - 1);
  expect(isAnswered).toBe(false);
  await pass(1);
  expect(await answer).toMatchObject({
    status: 503,
    body: {
      error: 'engine_timeout',
      message: expect.stringMatching(/^The engine did not answer “cases_(?:status|submit)” within 10 s\.$/),
      http_status: 503,
      retryable: true,
    },
  });
});
