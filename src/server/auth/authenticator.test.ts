/** Admission of requests. */
import { expect, test, vi } from 'vitest';
import type { Principal } from '../../operations/index.ts';
import type { Peer } from '../message/peer.ts';
import { type Refusal, refuse } from '../message/refusal.ts';
import { type AuthenticatorOptions, createAuthenticator } from './authenticator.ts';
import { developmentPrincipal } from './development-principal.ts';
import type { Identify } from './identify.ts';
import { createRateLimits } from './rate-limits.ts';

const ann = developmentPrincipal('ann');
const peer: Peer = { address: '203.0.113.9', isSecure: true };
const request = new Request('http://localhost/');

const openAuthenticator = (identify: Identify, more: Partial<AuthenticatorOptions> = {}) =>
  createAuthenticator({
    identify,
    rates: createRateLimits({ principal: null, tenant: null, burst: 1 }),
    demandsTls: true,
    wrongCredentials: 3,
    recheckEvery: 1_000,
    now: () => 0,
    ...more,
  });

const codeOf = (who: Principal | Refusal) => (who.kind === 'refusal' ? who.error.details.code : who.subject);

test('[W8.3] credentials over an unencrypted connection are refused unread', async () => {
  const identify = vi.fn(() => ann);
  const authenticator = openAuthenticator(identify);
  expect(codeOf(await authenticator.authenticate(request, { ...peer, isSecure: false }))).toBe('plain_http');
  expect(identify).not.toHaveBeenCalled();
  expect(codeOf(await authenticator.authenticate(request, peer))).toBe('ann');
});

test('[W1.1][W7.1] an address with repeated invalid credentials has to wait; valid ones from there do not', async () => {
  let now = 0;
  let who: Principal | Refusal = refuse('invalid_token', 'No.');
  const authenticator = openAuthenticator(() => who, { now: () => now });
  const tries = [];
  for (let count = 0; count < 5; count++) tries.push(codeOf(await authenticator.authenticate(request, peer)));
  expect(tries).toEqual(['invalid_token', 'invalid_token', 'invalid_token', 'rate_limited', 'rate_limited']);
  expect(codeOf(await authenticator.authenticate(request, { ...peer, address: '203.0.113.10' }))).toBe(
    'invalid_token',
  );
  who = ann;
  expect(codeOf(await authenticator.authenticate(request, peer))).toBe('ann');
  who = refuse('invalid_token', 'No.');
  now = 20_000;
  expect(codeOf(await authenticator.authenticate(request, peer))).toBe('invalid_token');
});

test('[W1.1] a request without credentials does not count as an invalid one', async () => {
  const authenticator = openAuthenticator(() => refuse('unauthenticated', 'Who are you?'));
  for (let count = 0; count < 10; count++)
    expect(codeOf(await authenticator.authenticate(request, peer))).toBe('unauthenticated');
});

test('[W7.1] a principal over its rate limit gets a retry time, and is known to the log', async () => {
  const authenticator = openAuthenticator(() => ann, {
    rates: createRateLimits({ principal: 2, tenant: null, burst: 1 }, () => 0),
  });
  await authenticator.authenticate(request, peer);
  expect(authenticator.charge(ann, 1)).toBeUndefined();
  const denied = await authenticator.authenticate(request, peer);
  expect(denied).toMatchObject({ kind: 'refusal', who: { subject: 'ann' } });
  expect(denied.kind === 'refusal' ? denied.error.details : {}).toMatchObject({
    code: 'rate_limited',
    category: 'limit',
    context: { retryAfterMs: 500 },
  });
  expect(authenticator.charge(ann, 1)?.error.details.code).toBe('rate_limited');
});

test('[W5.2] a persistent connection ends when the rights of its principal end, not while an issuer is unavailable', async () => {
  vi.useFakeTimers();
  try {
    let who: Principal | Refusal = ann;
    const authenticator = openAuthenticator(() => who);
    const hangUp = vi.fn();
    const ends: (() => void)[] = [];
    authenticator.watchRights(request, ann, { peer, hangUp, onEnd: (listener) => void ends.push(listener) });
    await vi.advanceTimersByTimeAsync(1_000);
    who = refuse('issuer_unavailable', 'Away.');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(hangUp).not.toHaveBeenCalled();
    who = { ...ann, roles: ['clerk'] };
    await vi.advanceTimersByTimeAsync(1_000);
    expect(hangUp).not.toHaveBeenCalled();
    for (const lost of [
      refuse('invalid_token', 'Expired.'),
      { ...ann, scopes: new Set(['admin'] as const) },
      { ...ann, subject: 'bob' },
    ]) {
      who = lost;
      hangUp.mockClear();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(hangUp).toHaveBeenCalledTimes(1);
    }
    for (const end of ends) end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(hangUp).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
