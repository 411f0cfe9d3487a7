import { expect, test } from 'vitest';
import type { Principal } from '../../operations/index.ts';
import { refuse } from '../message/refusal.ts';
import { cacheVerifiedTokens } from './cache-verified-tokens.ts';

const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(['workflows:query']),
  roles: [],
  kind: 'person',
};

function open(endsAt: number) {
  let now = 1_000;
  let isTrusted = true;
  const asked: string[] = [];
  const verify = cacheVerifiedTokens(
    async (token) => {
      asked.push(token);
      return isTrusted
        ? { kind: 'verified', principal: ann, endsAt }
        : refuse('unauthenticated', 'The signature does not fit.');
    },
    () => now,
  );
  return {
    asked,
    verify: async (token: string, base = 'https://a.example') => (await verify(token, base)).kind,
    pass: (ms: number) => {
      now += ms;
    },
    stopTrusting: () => {
      isTrusted = false;
    },
  };
}

test('[W1.1] a verified token is not verified again for some seconds, and then it is', async () => {
  const cache = open(1_000_000);
  expect(await cache.verify('one')).toBe('person');
  cache.stopTrusting();
  cache.pass(9_999);
  expect(await cache.verify('one')).toBe('person');
  expect(cache.asked).toEqual(['one']);
  cache.pass(1);
  expect(await cache.verify('one')).toBe('refusal');
});

test('[W1.1] the cache entry of a token ends with it, is for this token and address alone, and needs a monotonic clock', async () => {
  const cache = open(3_000);
  expect(await cache.verify('one')).toBe('person');
  cache.stopTrusting();
  expect(await cache.verify('One')).toBe('refusal');
  expect(await cache.verify('one', 'https://b.example')).toBe('refusal');
  cache.pass(2_000);
  expect(await cache.verify('one')).toBe('refusal');

  const back = open(1_000_000);
  expect(await back.verify('one')).toBe('person');
  back.stopTrusting();
  back.pass(-500);
  expect(await back.verify('one')).toBe('refusal');
});

test('[W1.1] a token whose key may be withdrawn is not cached', async () => {
  const cache = open(0);
  expect(await cache.verify('one')).toBe('person');
  cache.stopTrusting();
  expect(await cache.verify('one')).toBe('refusal');
});

test('[W1.1] a refusal is not cached', async () => {
  const cache = open(1_000_000);
  cache.stopTrusting();
  expect(await cache.verify('one')).toBe('refusal');
  expect(await cache.verify('one')).toBe('refusal');
  expect(cache.asked).toEqual(['one', 'one']);
});
