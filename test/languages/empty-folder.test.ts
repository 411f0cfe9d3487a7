/** An agent in an empty folder learns a language from the program alone, and writes a workflow that runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTestClient, type TestClient } from '../mcp/test-client.ts';

const program = fileURLToPath(new URL('../../bin/signalbox.js', import.meta.url));
let folder = '';
let agent: TestClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-empty-'));
  const args = [program, 'stdio', '--data', join(folder, 'data'), '--workflows', folder];
  agent = await connectTestClient('present, 2026', { command: process.execPath, args, cwd: folder });
});

afterAll(async () => {
  await agent.close();
  await rm(folder, { recursive: true, force: true });
});

test('[P2.8][P6.2][L8] an agent in an empty folder finds the syntax, and writes, saves and runs a workflow', async () => {
  expect(agent.instructions).toContain('signalbox://languages/<language>');
  const listed = (await agent.resources()).map(({ uri }) => uri);
  const reference = listed.find((uri) => uri === 'signalbox://languages/graph') ?? '';
  const page = await agent.read(reference);
  const { value: tool } = await agent.call('workflow_get', { language: 'graph' });
  expect(tool['reference']).toBe(page);
  const [, smallest = ''] = /^```yaml\n(.*?)^```/ms.exec(page) ?? [];
  const { value: wrong } = await agent.call('workflow_validate', {
    manifest_content: smallest.replace('graph:', 'grph:'),
  });
  expect([wrong['valid'], wrong['next']]).toEqual([false, expect.stringContaining(reference)]);
  const { value: right } = await agent.call('workflow_validate', { manifest_content: smallest });
  expect(right['valid']).toBe(true);
  const { value: saved } = await agent.call('workflow_save', { content: smallest });
  const { value: run } = await agent.call('workflow_run', {
    workflow_id: saved['workflow_id'],
    inputs: { name: 'Ada' },
    wait_ms: 20_000,
  });
  expect(run).toMatchObject({ status: 'completed', result: 'Hello, Ada' });
});
