import { expect, test } from 'vitest';
import type { Json } from '../../../kernel/index.ts';
import { createRandom, type Random } from '../../../testing/index.ts';
import { isDeeperThan } from './is-deeper-than.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

/** Characters that could be mistaken for structure. */
const awkward = ['"', '\\', '[', '{', ']', '}', '\\"', 'é', '😀', '\u0000', ',', ':', ''];

function randomJson(random: Random, depth: number): Json {
  const text = () => Array.from({ length: random.int(6) }, () => random.pick(awkward)).join('');
  const kind = depth === 0 ? random.int(2) : random.int(4);
  if (kind === 0) return random.int(1_000);
  if (kind === 1) return text();
  const parts = Array.from({ length: random.int(4) }, () => randomJson(random, depth - 1));
  return kind === 2 ? parts : Object.fromEntries(parts.map((part, at) => [`${text()}${at}`, part]));
}

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((each) => depthOf(each)));
}

test.each(seeds)('[P7.2] the depth equals that of the parsed value (seed %i)', (seed) => {
  const random = createRandom(seed);
  for (let at = 0; at < 200; at++) {
    const value = randomJson(random, 7);
    const depth = depthOf(value);
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      expect([text, isDeeperThan(bytes(text), depth)]).toEqual([text, false]);
      if (depth > 0) expect([text, isDeeperThan(bytes(text), depth - 1)]).toEqual([text, true]);
    }
  }
});

test('[P7.2] a million brackets need no recursion, and an unterminated text ends', () => {
  expect(isDeeperThan(bytes('['.repeat(1_000_000)), 100)).toBe(true);
  expect(isDeeperThan(bytes(']'.repeat(1_000_000)), 100)).toBe(false);
  expect(isDeeperThan(bytes(`"${'\\'.repeat(1_000_001)}`), 0)).toBe(false);
  expect(isDeeperThan(bytes(`["${'['.repeat(200)}`), 1)).toBe(false);
});
