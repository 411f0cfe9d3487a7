/** Listening for tasks, request by request: those of others reveal nothing, and nothing stays behind. */
import { readFile } from 'node:fs/promises';
import { TaskStatusNotificationV2Schema } from '@modelcontextprotocol/ext-tasks/core/v2';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Principal } from '../../src/operations/index.ts';
import { addSuite } from './fixture/add-suite.ts';
import { ann, fixtureUrl, type McpFixture, openMcpFixture } from './mcp-fixture.ts';
import { envelope, framing } from './raw-dispatch.ts';

const source = 'workflows: { nap: { graph: { nap: { wait: 1 hour } } } }\n';
const bob: Principal = { ...ann, subject: 'bob' };
const stranger: Principal = { ...ann, tenant: 'elsewhere' };
const blind: Principal = { ...ann, scopes: new Set(['workflows:launch']) };

let mcpFixture: McpFixture;
beforeAll(async () => {
  mcpFixture = await openMcpFixture(source);
});
afterAll(() => mcpFixture.close());

const begin = async (): Promise<string> =>
  String((await mcpFixture.operate('runs.start', { workflow: 'nap', params: {} }))['run']);

async function listen(principal: Principal, taskIds: readonly string[], fixture = mcpFixture) {
  const method = 'subscriptions/listen';
  const params = { notifications: { taskIds }, _meta: envelope(framing.clientCapabilities) };
  const response = await fixture.as(principal)(fixtureUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': framing.protocolVersion,
      'mcp-method': method,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'l', method, params }),
  });
  expect(response.status).toBe(200);
  return response;
}

test.each([
  ['another principal', bob],
  ['another tenant', stranger],
  ['a principal that may not read runs', blind],
])('[P5.3][P5.2] %s: the answer is that for an unknown task, and the stream ends', async (_, principal) => {
  const theirs = await (await listen(principal, [await begin()])).text();
  const unknown = await (await listen(principal, ['run_nobody_knows'])).text();
  expect(theirs).toBe(unknown);
  const messages = theirs.match(/^data: .*$/gm)?.map((line) => JSON.parse(line.slice('data: '.length)));
  expect(messages).toMatchObject([
    { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
    { id: 'l', result: { resultType: 'complete' } },
  ]);
  expect(mcpFixture.mcpEndpoint.open.subscriptions).toBe(0);
});

test('[P5.3] at most 100 tasks of one subscription are acknowledged', async () => {
  const run = await begin();
  const others = Array.from({ length: 100 }, (_, at) => `run_${at}`);
  const text = await (await listen(ann, [...others, run])).text();
  expect(text).not.toContain(run);
});

test('[P5.3] one stream is one subscription, and a client that leaves ends it', async () => {
  const run = await begin();
  const response = await listen(ann, [run]);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"working"')) text += (await reader?.read())?.value ?? '';
  expect(text).toMatch(new RegExp(`"notifications":{"taskIds":\\["${run}"\\]}`));
  expect(mcpFixture.mcpEndpoint.open.subscriptions).toBe(1);
  await reader?.cancel();
  await vi.waitFor(() => expect(mcpFixture.mcpEndpoint.open.subscriptions).toBe(0));
  const before = mcpFixture.asked.length;
  await mcpFixture.operate('runs.cancel', { run, waitMs: 1_000 });
  expect(mcpFixture.asked).toHaveLength(before);
  expect(mcpFixture.reports).toEqual([]);
});

test('[P5.3] a task that fails as the protocol does has its error', async () => {
  const suite = await readFile(new URL('fixture/workflows/suite.yaml', import.meta.url), 'utf8');
  const fixture = await openMcpFixture(suite, { compose: addSuite });
  onTestFinished(() => fixture.close());
  const { run } = await fixture.operate('runs.start', { workflow: 'suite_protocol_error_job', params: {} });
  const response = await listen(ann, [String(run)], fixture);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!/"failed".*\n\n/.test(text)) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  const last =
    text
      .match(/^data: .*$/gm)
      ?.at(-1)
      ?.slice('data: '.length) ?? '';
  expect(TaskStatusNotificationV2Schema.parse(JSON.parse(last)).params).toMatchObject({
    taskId: run,
    status: 'failed',
    error: { code: -32603, message: 'The job broke: This job breaks the protocol' },
  });
});
