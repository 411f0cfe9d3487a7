import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openScratch } from '../../../test/cli/open-scratch.ts';
import { type RedisServer, startRedisServer } from '../../../test/servers/redis-server.ts';
import type { Finding } from './finding.ts';

const password = 'planted-pass-word';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer(['--requirepass', password]);
});
afterAll(() => server.end());

/** The findings of doctor for Redis at this address. */
async function examine(address: string): Promise<Finding | undefined> {
  const scratch = openScratch();
  onTestFinished(scratch.close);
  const environment = { SIGNALBOX_IDEMPOTENCY_BACKEND: 'redis', SIGNALBOX_REDIS_URL: address };
  const { out, err } = await scratch.run(['doctor', '--data', 'data', '--json'], { environment });
  expect(`${out}${err}`).not.toContain(password);
  const { findings }: { readonly findings: readonly Finding[] } = JSON.parse(out);
  return findings.find(({ what }) => what === 'redis');
}

test('[F2.4][T9] doctor reports whether Redis is available, and never its password', async () => {
  const place = `redis://127.0.0.1:${server.port}/0`;
  const right = `redis://:${password}@127.0.0.1:${server.port}`;
  expect(await examine(right)).toEqual({
    what: 'redis',
    verdict: 'ok',
    found: `${place} answers.`,
    advice: '',
  });
  expect(await examine(`redis://127.0.0.1:${server.port}`)).toMatchObject({
    verdict: 'fail',
    found: `${place} rejects the credentials.`,
    advice: expect.stringContaining('SIGNALBOX_REDIS_URL'),
  });
  await server.stop();
  expect(await examine(right)).toMatchObject({ verdict: 'fail', found: `${place} refuses connections.` });
  await server.start();
});

test('[F2.4][T9] doctor warns about a Redis that evicts keys', async () => {
  const small = await startRedisServer(['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru']);
  onTestFinished(() => small.end());
  expect(await examine(small.url)).toMatchObject({
    verdict: 'warn',
    found: expect.stringContaining('evicts keys'),
    advice: expect.stringContaining('noeviction'),
  });
});
