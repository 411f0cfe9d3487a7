/** How a connection to `signalbox rpc` ends. */
import { afterEach, expect, test } from 'vitest';
import { type LineClient, openLineClient } from './line-client.ts';

const opened: LineClient[] = [];

/** With a workflow that takes longer than any test waits. */
async function open(): Promise<LineClient> {
  const client = await openLineClient({
    'doze.yaml': 'workflows: { doze: { graph: { doze: { wait: 1 day } } } }\n',
  });
  opened.push(client);
  return client;
}

afterEach(async () => {
  for (const client of opened.splice(0)) await client.remove();
});

test('[W6.1] shutdown is answered with null, and then the process ends', async () => {
  const client = await open();
  await client.ask(
    '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2024-11-05"}}',
  );
  expect(await client.ask('{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}')).toEqual({
    jsonrpc: '2.0',
    id: 2,
    result: null,
  });
  await client.ended;
});

test('[W6.1] the process ends when its client disconnects', async () => {
  const client = await open();
  expect(await client.ask('{"jsonrpc": "2.0", "id": 1, "method": "workflow_list"}')).toMatchObject({ id: 1 });
  await client.end();
});

test('[W6.1] when the process is stopped, a waiting call is answered with what is available', async () => {
  const client = await open();
  const begun = await client.ask('{"jsonrpc": "2.0", "id": 1, "method": "w_doze", "params": {"wait_ms": 0}}');
  const status = (id: number, wait: number): string => {
    const params = { case_id: begun.result?.['run_id'], wait_ms: wait };
    return JSON.stringify({ jsonrpc: '2.0', id, method: 'cases_status', params });
  };
  client.send(status(2, 20_000));
  // Earlier input has been read by then.
  expect(await client.ask(status(3, 0))).toMatchObject({ id: 3 });
  client.stop.abort();
  expect(await client.hear()).toMatchObject({ id: 2, result: { status: 'running' } });
  await client.ended;
});
