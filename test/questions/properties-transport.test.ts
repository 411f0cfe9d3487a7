/** A server in production mode performs nothing that came without TLS, whatever is asked, and whatever headers pretend. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAuthority } from '../tls/make-certificate.ts';
import { type DeedRequest, isProbe, type Perform, randomDeed, randomRequest } from './production-deeds.ts';
import {
  openProductionServer,
  type ProductionServer,
  revealing,
  type ServerKind,
  type WireAnswer,
} from './production-server.ts';
import { withoutTls, withTls } from './random-transport.ts';
import { eachRound, rounds, seed } from './rounds.ts';
import { randomOpenSettings, startOpenServer } from './unprotected-server.ts';

const about = `seed ${seed}, ${rounds} rounds`;
const kinds: readonly ServerKind[] = [
  { hasTls: true, proxy: 'none' },
  { hasTls: true, proxy: 'here' },
  { hasTls: true, proxy: 'elsewhere' },
  { hasTls: false, proxy: 'here' },
  { hasTls: false, proxy: 'elsewhere' },
];

let folder = '';
let servers: readonly ProductionServer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-transport-'));
  const authority = makeAuthority('Flows Root');
  servers = await Promise.all(kinds.map((kind) => openProductionServer(kind, folder, authority)));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await rm(folder, { recursive: true, force: true });
});

const isRefused = ({ status, text }: WireAnswer): boolean =>
  (status === 0 || (status >= 400 && status < 500)) && !revealing.test(text);

test(`[Q9.1] property 34: in production a request without TLS is refused, leaves nothing and reveals nothing, and the same request over TLS is performed, ${about}`, async () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  await eachRound(34, async ({ random, number }) => {
    const server = random.pick(servers);
    const refuse = async (request: DeedRequest): Promise<void> => {
      const sent = withoutTls(random, server, request);
      const answer = await server.send(sent);
      const isExpected = isRefused(answer) || (isProbe(request) && !revealing.test(answer.text));
      expect([sent, answer, isExpected]).toEqual([sent, answer, true]);
      count(/"error_code": ?"(\w+)"/.exec(answer.text)?.[1] ?? String(answer.status));
    };
    const perform: Perform = async (request) => {
      const sent = withTls(random, server, request);
      if (sent === null) throw new Error('This server performs no request of this machine.');
      const { status, text } = await server.send(sent);
      if (status === 0 || status >= 300) throw new Error(`${request.path} is refused: ${status} ${text}`);
      return text;
    };
    const isServed = server.hasTls || server.proxy === 'here';
    const { request, shows, leaves } = await randomDeed(random, number, isServed ? perform : null);
    const before = await server.trace();
    for (let times = random.between(2, 4); times > 0; times--) await refuse(request);
    for (let times = random.between(1, 3); times > 0; times--) await refuse(randomRequest(random));
    expect(await server.trace()).toBe(before);
    if (!isServed) return;
    expect(await perform(request)).toMatch(shows);
    const after = await server.trace();
    expect([request, after !== before]).toEqual([request, leaves]);
    count(leaves ? 'stored' : 'shown');
    // Nor what was performed before, over the connection that a proxy keeps.
    await refuse(request);
    expect(await server.trace()).toBe(after);
  });
  // '200': a probe.
  const often = ['0', 'plain_http', 'foreign_proxy', 'stored', 'shown', '200'];
  expect(often.filter((what) => (seen.get(what) ?? 0) < rounds / 50)).toEqual([]);
});

test(`[Q9.1] property 34: a server without credentials starts on loopback addresses only, and never in production, ${about}`, async () => {
  const seen = { served: 0, refused: 0 };
  const tls = {
    SIGNALBOX_TLS_CERT: join(folder, 'cert-none.pem'),
    SIGNALBOX_TLS_KEY: join(folder, 'key-none.pem'),
  };
  const local = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+$/;
  await eachRound(134, async ({ random }) => {
    const settings = randomOpenSettings(random, tls);
    const { kind, text } = await startOpenServer(settings, join(folder, 'open'));
    expect([settings, kind, text]).toEqual([
      settings,
      settings.isLocal ? 'served' : 'refused',
      settings.isLocal ? expect.stringMatching(local) : expect.not.stringMatching(local),
    ]);
    seen[kind] += 1;
  });
  expect(Object.values(seen).filter((times) => times < rounds / 6)).toEqual([]);
});
