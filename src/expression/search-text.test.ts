import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../testing/stand-ins/seeded-random.ts';
import { createSearch } from './search-text.ts';

const atoms = [
  ...[
    'a',
    'b',
    'é',
    '中',
    '😀',
    '.',
    '^',
    '$',
    '\\w',
    '\\W',
    '\\b',
    '\\B',
    '\\d',
    '\\s',
    '\\A',
    '\\z',
    '\\n',
  ],
  ...['[ab]', '[^a]', '[[:alpha:]]', '\\pL', '(?:ab|c)', '(a|b)', '(?m:^)', '(?m:$)', '(?i:K)', '(?s:.)'],
];
const repeats = ['', '', '', '*', '+', '?', '{2}', '{0,3}', '{1,}', '*?', '+?', '??'];
const letters = ['a', 'b', 'c', 'k', 'K', 'K', 'é', '中', '😀', '\n', ' ', '1', '_', '\ud83d', '\ude00'];

function randomPattern(random: Random, depth: number): string {
  const parts = Array.from({ length: random.between(1, 4) }, () => {
    if (depth === 0 || !random.chance(0.25)) return random.pick(atoms) + random.pick(repeats);
    const choices = Array.from({ length: random.between(1, 2) }, () => randomPattern(random, depth - 1));
    return `(${choices.join('|')})${random.pick(repeats)}`;
  });
  return parts.join('');
}

test('[E7] a search finds what the engine of the library finds, in 4,000 random patterns (seed 1)', () => {
  const random = createRandom(1);
  const differences: unknown[] = [];
  let found = 0;
  for (let round = 0; round < 4_000; round++) {
    const pattern = RE2JS.compile(randomPattern(random, 2));
    const search = createSearch(pattern);
    for (let each = 0; each < 4; each++) {
      const text = Array.from({ length: random.int(12) }, () => random.pick(letters)).join('');
      const [anywhere, whole] = [pattern.test(text), pattern.testExact(text)];
      if (anywhere) found += 1;
      const effort = { left: 1_000_000 };
      if (search(text, effort) !== anywhere || search(text, effort, true) !== whole)
        differences.push([pattern.pattern(), text]);
    }
  }
  expect(differences).toEqual([]);
  expect(found).toBeGreaterThan(2_000);
});

const costOf = (pattern: string, text: string): number => {
  const effort = { left: 1_000_000_000 };
  createSearch(RE2JS.compile(pattern))(text, effort);
  return 1_000_000_000 - effort.left;
};

test('[E7][K12.5] the cost of a search is counted: linear in the text, and the same at every use', () => {
  const pattern = '[ab]*a[ab]{300}c?[01]';
  expect(costOf(pattern, 'ab'.repeat(2_000))).toBe(costOf(pattern, 'ab'.repeat(2_000)));
  expect(costOf(pattern, 'ab'.repeat(4_000))).toBeLessThan(2.2 * costOf(pattern, 'ab'.repeat(2_000)));
  const email = '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$';
  expect(costOf(email, 'jane.doe@example.com')).toBeLessThan(200);
  expect(costOf('ERROR: .*', 'x'.repeat(1_000_000))).toBeLessThan(100_000);
});

test('[E7][K12.5] a search stops as soon as its effort is used up', () => {
  const search = createSearch(RE2JS.compile('([ab]?){900}c$'));
  const effort = { left: 100_000 };
  expect(search('ab'.repeat(500_000), effort)).toBeUndefined();
  expect(effort.left).toBeGreaterThan(-10_000);
});
