import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import {
  describeOutcome,
  issuerOf,
  keyPairToken,
  makePair,
  noon,
  openTokenFixture,
} from '../../../test/server/token-fixture.ts';
import { type LocalServer, startLocalServer } from '../../../test/servers/local-server.ts';
import { createFakeClock } from '../../testing/index.ts';
import { fetchKeys } from './fetch-keys.ts';
import { createPublishedKeys } from './published-keys.ts';

const servers: LocalServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const one = makePair('ES256', 'one');
const two = makePair('ES256', 'two');
const third = makePair('EdDSA', 'third');
const ofLogin = { iss: 'https://login.example.com' };

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const publish =
  (...keys: readonly unknown[]): Answer =>
  (response) =>
    void response.end(JSON.stringify({ keys }));

const broken: Answer = (response) => void response.writeHead(500).end('{"keys":[]}');

/** A real server whose keys and failures can be changed. */
async function openIssuer(first: Answer) {
  let answer = first;
  let asked = 0;
  const server = await startLocalServer((request, response) => {
    asked += 1;
    answer(response, request);
  });
  servers.push(server);
  const url = `${server.url}/jwks.json`;
  const clock = createFakeClock(noon);
  const warnings: string[] = [];
  const keys = createPublishedKeys({
    fetch: () => fetchKeys(url),
    now: clock.now,
    warn: (reason) => void warnings.push(reason),
  });
  const key = { kind: 'jwks', url, algorithms: ['ES256', 'EdDSA', 'RS256'] } as const;
  const fixture = openTokenFixture({
    issuers: [issuerOf({ name: ofLogin.iss, key })],
    keysAt: () => keys,
    // The keys grow old; the tokens do not.
    now: () => noon,
  });
  return {
    clock,
    keys,
    warnings,
    url,
    asked: () => asked,
    answerWith(next: Answer) {
      answer = next;
    },
    show: async (token: string) => describeOutcome(await fixture.show(token)),
  };
}

const byOne = keyPairToken(one, ofLogin);
const byTwo = keyPairToken(two, ofLogin);
const ann = 'z.ai-invoice-processor';

test('[W1.4] tokens are verified with the published keys of their issuer, which are fetched once', async () => {
  const issuer = await openIssuer(publish(one.jwk, third.jwk));
  expect(issuer.asked()).toBe(0);
  expect(await issuer.show(byOne)).toBe(ann);
  expect(await issuer.show(keyPairToken(third, ofLogin))).toBe(ann);
  expect(await issuer.show(keyPairToken(two, ofLogin, { kid: 'one' }))).toContain(
    'The signature of the token does not match',
  );
  issuer.clock.advance(600_000);
  expect(await issuer.show(byOne)).toBe(ann);
  expect(issuer.asked()).toBe(1);
  issuer.clock.advance(1);
  expect(await issuer.show(byOne)).toBe(ann);
  expect(issuer.asked()).toBe(2);
});

test('[W1.4] a token that cannot be valid anyway causes no request', async () => {
  const issuer = await openIssuer(publish(one.jwk));
  expect(await issuer.show(keyPairToken(one, { iss: 'https://evil.test' }))).toContain(
    'is unknown to this server',
  );
  expect(await issuer.show(keyPairToken(one, ofLogin, { alg: 'HS256' }))).toContain(
    'must be signed with an algorithm of its issuer',
  );
  expect(await issuer.show(keyPairToken(one, ofLogin, { jku: issuer.url }))).toContain('The header “jku”');
  expect(issuer.asked()).toBe(0);
});

test('[W1.4] concurrent requests share one fetch', async () => {
  const waiting: ServerResponse[] = [];
  const issuer = await openIssuer((response) => void waiting.push(response));
  const all = Promise.all(Array.from({ length: 20 }, () => issuer.show(byOne)));
  await expect.poll(() => waiting.length).toBe(1);
  for (const response of waiting) publish(one.jwk)(response, response.req);
  expect(new Set(await all)).toEqual(new Set([ann]));
  expect(issuer.asked()).toBe(1);
});

test('[W1.4] a new key is fetched when a token names it, and a removed one is no longer used', async () => {
  const issuer = await openIssuer(publish(one.jwk));
  expect(await issuer.show(byOne)).toBe(ann);
  issuer.answerWith(publish(two.jwk));
  issuer.clock.advance(30_000);
  expect(await issuer.show(byTwo)).toBe(ann);
  expect(await issuer.show(byOne)).toContain('a key that its issuer does not publish');
  expect(issuer.asked()).toBe(2);
});

test('[W1.4] many unknown keys cause requests at a limited rate', async () => {
  const issuer = await openIssuer(publish(one.jwk));
  for (let round = 0; round < 3; round++) {
    const flood = Array.from({ length: 200 }, (_, at) =>
      issuer.show(keyPairToken(two, ofLogin, { kid: `k${round}-${at}` })),
    );
    for (const found of await Promise.all(flood))
      expect(found).toContain('a key that its issuer does not publish');
    // The flood does not delay callers with a valid key.
    expect(await issuer.show(byOne)).toBe(ann);
    expect(issuer.asked()).toBe(round + 1);
    issuer.clock.advance(30_000);
  }
});

test('[W1.4] while keys are unavailable, the last ones are used for a day, and then all tokens are refused', async () => {
  const issuer = await openIssuer(publish(one.jwk));
  expect(await issuer.show(byOne)).toBe(ann);
  issuer.answerWith(broken);
  issuer.clock.advance(3_600_000);
  expect(await issuer.show(byOne)).toBe(ann);
  expect(issuer.asked()).toBe(2);
  expect(issuer.warnings).toEqual(['it answered with 500']);
  // Not for every request while the issuer fails.
  expect(await issuer.show(byOne)).toBe(ann);
  expect(issuer.asked()).toBe(2);
  // Its current keys are unknown.
  expect(await issuer.show(byTwo)).toMatch(/^issuer_unavailable: /);
  issuer.clock.advance(23 * 3_600_000);
  expect(await issuer.show(byOne)).toBe(ann);
  issuer.clock.advance(1);
  expect(await issuer.show(byOne)).toMatch(/^issuer_unavailable: /);
  issuer.answerWith(publish(one.jwk));
  issuer.clock.advance(5_000);
  expect(await issuer.show(byOne)).toBe(ann);
});

test('[W1.4] an issuer that was never reached authenticates no one, and is asked again soon', async () => {
  const issuer = await openIssuer(broken);
  expect(await issuer.show(byOne)).toMatch(/^issuer_unavailable: .*Try again later/);
  expect(await issuer.keys.find({ alg: 'ES256', kid: 'one' })).toEqual({
    kind: 'unavailable',
    retryAfterMs: 5_000,
  });
  expect(issuer.asked()).toBe(1);
  issuer.answerWith(publish(one.jwk));
  issuer.clock.advance(4_999);
  expect(await issuer.show(byOne)).toMatch(/^issuer_unavailable: /);
  issuer.clock.advance(1);
  expect(await issuer.show(byOne)).toBe(ann);
  expect(issuer.asked()).toBe(2);
});

test('[W1.4] a clock that is set back does not extend the life of old keys', async () => {
  const issuer = await openIssuer(publish(one.jwk));
  expect(await issuer.show(byOne)).toBe(ann);
  issuer.clock.advance(-86_400_000);
  issuer.answerWith(publish(two.jwk));
  expect(await issuer.show(byOne)).toContain('a key that its issuer does not publish');
});

const big = JSON.stringify({ keys: [one.jwk], filling: 'x'.repeat(262_144) });
const many = { keys: Array.from({ length: 101 }, (_, at) => ({ ...one.jwk, kid: `k${at}` })) };
const troubles: readonly (readonly [string, Answer, string])[] = [
  ['an error', broken, 'it answered with 500'],
  [
    'a way to somewhere else',
    (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('{"keys":[]}'),
    'it answered with 302',
  ],
  ['too much', (response) => void response.end(big), 'its answer is bigger than 262144 bytes'],
  ['no JSON', (response) => void response.end('<html>'), 'its answer is not JSON'],
  ['no list', (response) => void response.end('{"keys":{}}'), 'its answer has no list “keys”'],
  ['nothing', (response) => void response.end('null'), 'its answer has no list “keys”'],
  ['too many keys', (response) => void response.end(JSON.stringify(many)), 'it publishes more than 100 keys'],
  ['a line that breaks off', (response) => void response.socket?.destroy(), 'it cannot be reached'],
];

test.each(troubles)(
  '[W1.4] an issuer that answers with %s authenticates no one',
  async (_, answer, reason) => {
    const issuer = await openIssuer(answer);
    expect(await issuer.show(byOne)).toMatch(/^issuer_unavailable: /);
    expect(issuer.warnings).toEqual([reason]);
  },
);

test('[W1.4] a request to an issuer that does not finish times out', async () => {
  const issuer = await openIssuer((response) => void response.write('{"keys":['));
  expect(await fetchKeys(issuer.url, 50)).toEqual({
    kind: 'trouble',
    reason: 'it did not answer within 0.05 seconds',
  });
});

test('[W1.4] an endless answer of an issuer is cut off at the limit', async () => {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const { url } = await openIssuer((response) => {
    const endless = new Readable({ read: () => void endless.push('x'.repeat(65_536)) });
    pipeline(endless, response, leave);
  });
  expect(await fetchKeys(url)).toEqual({ kind: 'trouble', reason: 'its answer is bigger than 262144 bytes' });
  await left;
});

test('[W1.4] secrets, private keys and invalid entries among the published keys are ignored', async () => {
  const secret = {
    kty: 'oct',
    k: Buffer.from('known to everybody').toString('base64url'),
    kid: 'secret',
    alg: 'HS256',
  };
  const mixed = { kty: {}, kid: [], key_ops: 'sign', ext: 7, use: null, alg: {} };
  const odd = [
    null,
    7,
    'text',
    {},
    [],
    mixed,
    { kty: 'EC' },
    { kty: 'RSA', kid: 'broken', n: 'AA', e: 'AQAB' },
    secret,
  ];
  const issuer = await openIssuer(publish(...odd, one.jwk));
  expect(await issuer.show(byOne)).toBe(ann);
  expect(await issuer.show(keyPairToken(two, ofLogin, { kid: 'broken', alg: 'RS256' }))).toMatch(
    /^invalid_token: /,
  );
  expect(await issuer.show(keyPairToken(two, ofLogin, { kid: 'secret', alg: 'HS256' }))).toMatch(
    /^invalid_token: /,
  );
});

test('[W1.4] a key of one algorithm is not used for another, nor one for encryption', async () => {
  const forEncryption = { ...two.jwk, use: 'enc' };
  const issuer = await openIssuer(publish({ ...one.jwk, alg: 'ES384' }, forEncryption));
  expect(await issuer.show(byOne)).toContain('a key that its issuer does not publish');
  expect(await issuer.show(byTwo)).toContain('a key that its issuer does not publish');
});

test('[W1.4] a token that does not name its key is accepted if there is only one', async () => {
  const issuer = await openIssuer(publish(one.jwk));
  const unnamed = keyPairToken(one, ofLogin, { kid: undefined });
  expect(await issuer.show(unnamed)).toBe(ann);
  issuer.answerWith(publish(one.jwk, two.jwk));
  issuer.clock.advance(601_000);
  expect(await issuer.show(unnamed)).toContain('does not name the one that signed it (kid)');
});
