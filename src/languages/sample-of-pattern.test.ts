import { expect, test } from 'vitest';
import { createMatcher } from '../expression/index.ts';
import { createRandom, type Random } from '../testing/stand-ins/seeded-random.ts';
import { sampleOfPattern } from './sample-of-pattern.ts';

test.each<[pattern: string, flags: string, sample: string | null]>([
  ['^feat: .+$', '', 'feat: a'],
  ['(feat|fix)(\\([a-z]+\\))?: \\w{3}', '', 'feat: aaa'],
  ['^\\d{4}-\\d{2}-\\d{2}$', '', '1111-11-11'],
  ['[^a-z\\s]', '', 'A'],
  ['[^]b', '', 'ab'],
  ['[\\]x]+', '', 'x'],
  ['[]', '', null],
  ['[[:digit:]]+', '', '1'],
  ['\\bTODO\\b', '', 'TODO'],
  ['(?i)hello', '', 'hello'],
  ['(?<year>\\d+)\\/\\.', '', '1/.'],
  ['\\u0041\\x42', '', 'AB'],
  ['\\p{Lu}\\p{Nd}', '', 'A1'],
  ['a{0}b*c?d', '', 'bd'],
  ['a.c', 's', 'aac'],
  ['x{60}', '', null],
  ['', '', null],
  ['\\s*', '', null],
  ['a^b', '', null],
  ['(?=a)', '', null],
  ['(', '', null],
])('[U5.3] an example of “%s”', (pattern, flags, sample) => {
  expect(sampleOfPattern(pattern, flags)).toBe(sample);
});

function randomPattern(random: Random, depth: number): string {
  const atoms = ['a', 'b', '\\d', '[a-f]', '[^xyz]', '.', '\\w', '-', '\\.', '\\s', 'é', '[0-9A-F]'];
  if (depth === 0) return random.pick(atoms);
  const below = (): string => randomPattern(random, depth - 1);
  return random.pick([
    () => below() + below(),
    () => `(?:${below()}|${below()})`,
    () => `(${below()})${random.pick(['*', '+', '?', '{2}', '{1,3}', '{2,}', '+?'])}`,
    () => random.pick(atoms) + random.pick(['*', '+', '{3}', '']),
  ])();
}

test.each([1, 2, 3])(
  '[U5.3] examples of random patterns match, and most patterns have one: seed %i',
  (seed) => {
    const random = createRandom(seed);
    const patterns = Array.from({ length: 200 }, () => `^${randomPattern(random, 4)}$`);
    const samples = patterns.map((pattern) => sampleOfPattern(pattern));
    for (const [i, pattern] of patterns.entries()) {
      const matcher = createMatcher(pattern);
      const sample = samples[i];
      if (matcher.kind === 'matcher' && typeof sample === 'string')
        expect(matcher.isFoundIn(sample)).toBe(true);
    }
    expect(samples.filter((sample) => sample !== null).length).toBeGreaterThan(150);
  },
);
