/** A real server whose disk is full or whose database is damaged says so, to everyone as much as they may know. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask, type HttpAnswer, openSecuredServer, tokenOf } from '../access/secured-server.ts';
import { createProgramFixture } from '../mcp/program-fixture.ts';

const start = { workflow: 'hello', params: { name: 'x'.repeat(20_000) } };

test('[P7.5][W2.5] on a disk without space the server is not ready, and says why', async () => {
  const place = await createProgramFixture();
  onTestFinished(() => place.remove());
  const { command, args, cwd } = place.stdio();
  const serve = args.map((each) => (each === 'stdio' ? 'serve' : each));
  // In blocks of 512 bytes: no file may exceed one mebibyte.
  const confined = ['-c', 'ulimit -f 2048; exec "$@"', 'sh', command, ...serve, '--port', '0'];
  const child = place.start({ command: 'sh', args: confined, cwd });
  let written = '';
  child.stderr?.on('data', (piece) => {
    written += piece;
  });
  child.stdout?.on('data', (piece) => {
    written += piece;
  });
  await expect.poll(() => written, { timeout: 60_000 }).toMatch(/https?:\S+\/mcp\s/);
  const url = (/(https?:\S+)\/mcp\s/.exec(written) ?? [])[1] ?? '';
  expect(await ask(url, '/ready')).toMatchObject({ status: 200 });
  const fillUp = async (): Promise<HttpAnswer> => {
    const answer = await ask(url, '/v1/runs', { body: start });
    return answer.status < 300 ? fillUp() : answer;
  };
  /** The check itself is small and may still fit. */
  const askWhenFull = async (path: string): Promise<HttpAnswer> => {
    await fillUp();
    return ask(url, path);
  };
  expect((await fillUp()).json).toMatchObject({
    status: 503,
    error_code: 'store_unavailable',
    error: 'engine_unavailable',
    context: { reason: 'input-output' },
  });
  expect(await askWhenFull('/ready')).toMatchObject({
    status: 503,
    json: { status: 'not_ready', reason: 'store_unavailable', problem: 'input-output' },
  });
  const { text: metrics } = await askWhenFull('/metrics');
  expect(metrics).toContain('\nsignalbox_app_up 0\n');
  expect(metrics).toContain('\nsignalbox_runs{');
  expect((await askWhenFull('/v1/status')).json).toMatchObject({
    problem: expect.stringContaining('could not be read or written'),
  });
  expect((await askWhenFull('/')).text).toContain('not ready');
  expect((await ask(url, '/health')).status).toBe(200);
  await expect.poll(() => written).toContain(join(place.data, 'signalbox.db'));
  child.kill('SIGKILL');
  await once(child, 'close');
});

test('[P7.5][W2.5] a server whose database is damaged is not ready; only operators learn its path', async () => {
  const workflows = {
    'hello.yaml':
      'workflows: { hello: { params: { name: str }, graph: { a: { call: echo, args: { text: $name } } } } }',
  };
  const server = await openSecuredServer({ tenants: ['default', 'acme'], workflows });
  onTestFinished(() => server.close());
  const tokens = { operator: tokenOf('default'), caller: tokenOf('acme') };
  for (const token of Object.values(tokens)) {
    expect((await server.ask('/v1/runs', { token, body: start })).status).toBe(201);
  }
  // The next process has none of its pages in memory.
  await server.restart();
  expect((await server.ask('/ready')).status).toBe(200);
  const file = join(server.folder, 'data', 'signalbox.db');
  await writeFile(file, (await readFile(file)).fill(0xa5, 4_096), { flag: 'r+' });
  const damaged = { status: 503, json: { error_code: 'store_unavailable', context: { reason: 'corrupt' } } };
  const asked = await server.ask('/v1/runs', { token: tokens.caller, body: start });
  expect(asked).toMatchObject(damaged);
  expect(asked.text).not.toContain(server.folder);
  const operators = await server.ask('/v1/runs', { token: tokens.operator, body: start });
  expect(operators).toMatchObject(damaged);
  expect(operators.text).toContain(file);
  expect(server.logged()).toContain(file);
  const ready = await server.ask('/ready');
  expect(ready).toMatchObject({ status: 503, json: { reason: 'store_unavailable', problem: 'corrupt' } });
  expect(ready.text).not.toContain(server.folder);
  const { text: metrics } = await server.ask('/metrics', { token: tokens.operator });
  expect(metrics).toContain('signalbox_app_up 0\n');
});
