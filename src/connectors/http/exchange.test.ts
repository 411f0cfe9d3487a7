import { afterEach, expect, test } from 'vitest';
import { startLocalServer } from '../../../test/servers/local-server.ts';
import { exchange, type Stop } from './exchange.ts';
import { createGuardedAgent, type ResolvedAddress } from './guarded-agent.ts';
import type { HttpOutcome, HttpRequest } from './http-request.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const limits = { responseBytes: 1_000, headerBytes: 1_000, connectTimeout: 1_000 };
const allowed = { all: true, hosts: [], ranges: [] };
const stopBy = (signal: AbortSignal): Stop => ({ signal, outcome: (sent) => ({ kind: 'aborted', sent }) });
const never = stopBy(new AbortController().signal);

async function start() {
  const paths: (string | undefined)[] = [];
  const server = await startLocalServer((request, response) => {
    paths.push(request.url);
    response.end();
  });
  cleanUps.push(server.close);
  return { paths, port: server.port };
}

const request = (url: string): HttpRequest => ({
  method: 'POST',
  url: new URL(url),
  headers: {},
  body: undefined,
});

test('[H1.2] a request that is aborted while it waits for a connection is not sent', async () => {
  const { paths, port } = await start();
  let release = (_: readonly ResolvedAddress[]): void => {};
  const looked = new Promise<readonly ResolvedAddress[]>((resolve) => {
    release = resolve;
  });
  const agent = createGuardedAgent({ allowed, resolve: () => looked });
  cleanUps.push(() => agent.destroy());
  const aborting = new AbortController();
  const first = exchange(agent, request(`http://a.example:${port}/first`), limits, stopBy(aborting.signal));
  aborting.abort();
  expect(await first).toEqual({ kind: 'aborted', sent: false });
  release([{ address: '127.0.0.1', family: 4 }]);
  for (const path of ['/second', '/third']) {
    const next: HttpOutcome = await exchange(
      agent,
      request(`http://a.example:${port}${path}`),
      limits,
      never,
    );
    expect(next.kind).toBe('answered');
  }
  expect(paths).toEqual(['/second', '/third']);
});

test('[H1.2] a request that cannot be sent has an outcome: a closed client, an invalid header', async () => {
  const { paths, port } = await start();
  const agent = createGuardedAgent({ allowed });
  const url = `http://127.0.0.1:${port}/`;
  const broken: HttpRequest = { ...request(url), headers: { x: 'a\nb' } };
  expect(await exchange(agent, broken, limits, never)).toMatchObject({ kind: 'failed', sent: false });
  await agent.destroy();
  expect(await exchange(agent, request(url), limits, never)).toMatchObject({ kind: 'failed', sent: false });
  expect(paths).toEqual([]);
});
