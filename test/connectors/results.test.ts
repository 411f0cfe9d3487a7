/** Results of a real MCP server, through the engine and a database. */
import { afterAll, expect, test } from 'vitest';
import { createMcpConnector } from '../../src/connectors/index.ts';
import type { Json } from '../../src/kernel/index.ts';
import { createRedactor, systemClock } from '../../src/runtime/index.ts';
import {
  begin,
  isOver,
  openEngineHarness,
  openFile,
  tenant,
  until,
  workflow,
} from '../engine/engine-harness.ts';
import { fixturePath } from '../fixture-path.ts';

const connector = createMcpConnector({
  name: 'hostile',
  server: {
    kind: 'stdio',
    command: process.execPath,
    args: [fixturePath('hostile'), 'stdio'],
    env: {},
    cwd: undefined,
  },
  clock: systemClock,
  redact: createRedactor(() => []).redact,
  version: '1.2.3',
});
const file = await openFile();
const store = await file.open();
const harness = await openEngineHarness({
  store,
  handlers: {
    // No tool of this test only reads: a doubt would stay one.
    tool: ({ input, ...call }, signal) => {
      const { tool, ...args } = input as { readonly tool: string } & { readonly [name: string]: Json };
      return connector.perform({ ...call, operation: tool, input: args }, signal);
    },
  },
});

afterAll(async () => {
  await connector.close();
  await store.close();
  await file.remove();
});

/** The run of one call, when it has ended. */
async function callTool(args: Json) {
  const graph = `a: { call: tool, args: ${JSON.stringify(args)} }`;
  return until(harness, await begin(harness.engine, workflow(graph)), isOver);
}

const result = (value: string): string => `{"content":[],"structuredContent":{"value":${value}}}`;

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each<[string, Json, string]>([
  ['nested too deeply', { tool: 'deep', levels: 20_000, structured: true }, 'bad-answer'],
  ['nested too deeply, as text', { tool: 'deep', levels: 20_000, structured: false }, 'bad-answer'],
  ['nested a little too deeply', { tool: 'raw', result: result(nested(300)) }, 'bad-answer'],
  [
    'nested too deeply, as an error',
    { tool: 'deep', levels: 20_000, structured: true, isError: true },
    'tool-error',
  ],
  ['a number without end', { tool: 'raw', result: result('1e999') }, 'bad-answer'],
  ['too many content blocks', { tool: 'blocks', count: 6_000 }, 'mcp-too-large'],
  ['longer than a value may be', { tool: 'characters', count: 1_100_000 }, 'payload-too-large'],
  ['larger than a result may be', { tool: 'characters', count: 6_000_000 }, 'mcp-too-large'],
  ['not a result', { tool: 'raw', result: '{"content":7}' }, 'mcp-invalid-result'],
])('[H3.4] a result that cannot be stored fails its call: %s', async (_what, args, failure) => {
  expect(await callTool(args)).toMatchObject({ status: 'failed', failure, calls: 0, items: 0 });
});

test.each([
  ['lone surrogates', JSON.stringify('\ud800 and \udfff')],
  ['control characters', JSON.stringify('\u0000\u001b\u2028')],
  ['names of the language', '{"__proto__":{"a":1},"constructor":2}'],
  ['as deep as it may be', nested(200)],
])('[H3.4] a result that can be stored is stored: %s', async (_what, value) => {
  const { status, id } = await callTool({ tool: 'raw', result: result(value) });
  expect(status).toBe('completed');
  const again = await openEngineHarness({ store });
  expect(await again.engine.open(tenant, id)).toMatchObject({ state: { status: 'completed' } });
});
