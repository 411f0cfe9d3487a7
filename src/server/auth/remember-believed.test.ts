import { expect, test } from 'vitest';
import type { Principal } from '../../operations/index.ts';
import { refuse } from '../http/refusal.ts';
import { rememberBelieved } from './remember-believed.ts';

const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(['workflows:query']),
  roles: [],
  kind: 'person',
};

function open(endsAt: number) {
  let now = 1_000;
  let isBelieved = true;
  const asked: string[] = [];
  const verify = rememberBelieved(
    async (token) => {
      asked.push(token);
      return isBelieved
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
    doubt: () => {
      isBelieved = false;
    },
  };
}

test('[W1.1] a token that was believed is not computed again for some seconds, and then it is', async () => {
  const desk = open(1_000_000);
  expect(await desk.verify('one')).toBe('person');
  desk.doubt();
  desk.pass(9_999);
  expect(await desk.verify('one')).toBe('person');
  expect(desk.asked).toEqual(['one']);
  desk.pass(1);
  expect(await desk.verify('one')).toBe('refusal');
});

test('[W1.1] what is remembered of a token ends with it, is of this token and address alone, and of a clock that goes on', async () => {
  const desk = open(3_000);
  expect(await desk.verify('one')).toBe('person');
  desk.doubt();
  expect(await desk.verify('One')).toBe('refusal');
  expect(await desk.verify('one', 'https://b.example')).toBe('refusal');
  desk.pass(2_000);
  expect(await desk.verify('one')).toBe('refusal');

  const back = open(1_000_000);
  expect(await back.verify('one')).toBe('person');
  back.doubt();
  back.pass(-500);
  expect(await back.verify('one')).toBe('refusal');
});

test('[W1.1] nothing is remembered of a token whose key may be withdrawn', async () => {
  const desk = open(0);
  expect(await desk.verify('one')).toBe('person');
  desk.doubt();
  expect(await desk.verify('one')).toBe('refusal');
});

test('[W1.1] a refusal is not remembered', async () => {
  const desk = open(1_000_000);
  desk.doubt();
  expect(await desk.verify('one')).toBe('refusal');
  expect(await desk.verify('one')).toBe('refusal');
  expect(desk.asked).toEqual(['one', 'one']);
});
