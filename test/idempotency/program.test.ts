/**
 * The program itself, with a Redis server that is configured by variables: what it uses, what it refuses, what it
 * prints.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createProgramFixture, type ProgramFixture } from '../mcp/program-fixture.ts';
import { startLocalServer } from '../servers/local-server.ts';
import { startRedisServer } from '../servers/redis-server.ts';
import { makeAuthority, makeCertificate } from '../tls/make-certificate.ts';

const password = 'planted-pass-word';

let place: ProgramFixture;
beforeAll(async () => {
  place = await createProgramFixture();
});
afterAll(() => place.remove());

const withRedis = (url: string, more = {}): ProgramFixture =>
  place.as({ SIGNALBOX_IDEMPOTENCY_BACKEND: 'redis', SIGNALBOX_REDIS_URL: url, ...more });

interface Finding {
  readonly what: string;
  readonly verdict: string;
  readonly found: string;
}

async function findingOf(at: ProgramFixture): Promise<Finding | undefined> {
  const { out } = await at.attempt('doctor', '--json');
  const { findings }: { readonly findings: readonly Finding[] } = JSON.parse(out);
  return findings.find(({ what }) => what === 'redis');
}

test('[F2.4] over TLS it is used if its certificate is trusted, and otherwise not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-redis-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const authority = makeAuthority('the house');
  const own = makeCertificate({ name: 'redis', dns: ['localhost'], by: authority });
  const paths = { ca: join(folder, 'ca.pem'), cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  await writeFile(paths.ca, authority.cert);
  await writeFile(paths.cert, own.cert);
  await writeFile(paths.key, own.key);
  const { port, close } = await startLocalServer(() => undefined);
  // It was only used to find a free port.
  await close();
  const files = ['--tls-cert-file', paths.cert, '--tls-key-file', paths.key, '--tls-ca-cert-file', paths.ca];
  const secure = await startRedisServer(['--tls-port', String(port), '--tls-auth-clients', 'no', ...files]);
  onTestFinished(() => secure.end());
  const url = `rediss://localhost:${port}/2`;
  expect(await findingOf(withRedis(url, { NODE_EXTRA_CA_CERTS: paths.ca }))).toMatchObject({
    verdict: 'ok',
    found: `${url} answers.`,
  });
  expect(await findingOf(withRedis(url))).toMatchObject({
    verdict: 'fail',
    found: `${url} has a certificate that is not trusted, or does not support TLS.`,
  });
});

test('[F2.4] a server with Redis never reveals its password, also if Redis is unreachable', async () => {
  const closed = await startRedisServer(['--requirepass', password]);
  onTestFinished(() => closed.end());
  const served = await withRedis(`redis://:${password}@127.0.0.1:${closed.port}`).serve();
  const submit = async (key: string): Promise<Response> =>
    fetch(new URL('/v1/cases', served.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ spec_id: 'hello', case_data: { name: 'Ann' }, idempotency_key: key }),
    });
  const first = await submit('k');
  expect(first.status).toBe(201);
  await closed.stop();
  const refused = await submit('new');
  expect(refused.status).toBe(503);
  const text = await refused.text();
  expect(text).toContain('engine_unavailable');
  expect(text).not.toContain(String(closed.port));
  // It knows its own requests; and it is ready for more.
  expect((await submit('k')).status).toBeLessThan(300);
  expect((await fetch(new URL('/ready', served.url))).status).toBe(200);
  await served.stop();
  expect(`${text} ${served.written()}`).not.toContain(password);
  expect(served.written()).toContain('Requests with an idempotency key are refused');
  expect(served.written()).toContain(`redis://127.0.0.1:${closed.port}/0`);
});
