import { expect, test } from 'vitest';
import {
  openPosition,
  sealPosition,
  type TokenScope,
} from '../../src/languages/guide/api/operations/position-token.ts';
import { Refusal } from '../../src/languages/index.ts';
import { createSeals } from '../../src/operations/language-host/create-seals.ts';
import { createKeyRing } from '../../src/runtime/secrets/key-ring.ts';
import { createRandom } from '../../src/testing/index.ts';

const keys = createKeyRing(() => [{ id: '0123456789ab', bytes: Buffer.alloc(32, 7) }]);
const steps = Array.from({ length: 40 }, (_, index) => `step-${index}`);
const seals = createSeals(keys, 'acme', () => 0);
const scope: TokenScope = { guide: 'review', revision: 'a'.repeat(64), steps };

function refusal(
  token: string,
  at: TokenScope = scope,
  by = seals,
): readonly [code: string, message: string] {
  try {
    openPosition(by, at, token);
  } catch (error) {
    if (error instanceof Refusal) return [error.report.code, error.message];
  }
  throw new Error('It was not refused.');
}

const seed = 20_261_116;
test(`[U4.6] a token contains how often each step was completed, seed ${seed}`, () => {
  const random = createRandom(seed);
  for (let round = 0; round < 200; round++) {
    const completed = steps.flatMap((id) =>
      Array.from({ length: random.chance(0.5) ? 1 : random.int(4) }, () => id),
    );
    const shuffled = random.shuffle(completed);
    expect(openPosition(seals, scope, sealPosition(seals, scope, shuffled))).toEqual(completed);
  }
  expect(openPosition(seals, scope, sealPosition(seals, scope, []))).toEqual([]);
  expect(openPosition(seals, scope, sealPosition(seals, scope, ['nobody', 'step-3']))).toEqual(['step-3']);
});

test('[U4.6] it is short, also after many passes of a loop', () => {
  const passes = Array.from({ length: 300 }, () => ['step-4', 'step-5', 'step-6']).flat();
  for (const completed of [[], steps, steps.slice(0, 12), [...steps.slice(0, 4), ...passes]]) {
    expect(sealPosition(seals, scope, completed).length).toBeLessThan(90);
  }
  expect(sealPosition(seals, scope, steps.slice(0, 12)).length).toBeLessThan(80);
});

test('[U4.6] it stays short if every second of a thousand steps was completed', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `step-${index}`);
  const large = { ...scope, steps: many };
  const completed = many.filter((_, index) => index % 2 === 1);
  const token = sealPosition(seals, large, completed);
  expect(token.length).toBeLessThan(250);
  expect(openPosition(seals, large, token)).toEqual(completed);
});

test('[U4.6] a token is valid for one guide of one tenant in one revision', () => {
  const token = sealPosition(seals, scope, ['step-0']);
  expect(
    refusal(
      token,
      scope,
      createSeals(keys, 'other', () => 0),
    ),
  ).toEqual(['token_refused', 'The token was issued to another caller.']);
  expect(refusal(token, { ...scope, guide: 'another' })).toEqual([
    'token_refused',
    'The token belongs to another guide than “another”.',
  ]);
  expect(refusal(token, { ...scope, revision: 'b'.repeat(64) })).toEqual([
    'token_outdated',
    expect.stringContaining('changed after the token was created'),
  ]);
  const forged = keys.seal('webhook-secret', 'a.b.1', { bind: 'x' });
  for (const text of ['', 'sb1', token.slice(1), `${token}A`, token.toUpperCase(), forged]) {
    expect(refusal(text)[0]).toBe('token_refused');
  }
});
