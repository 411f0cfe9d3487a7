import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../testing/index.ts';
import type { LocatedScalar } from './located.ts';
import { parseDocument, type SourceDocument } from './parse-document.ts';
import { offsetIn } from './scalar-offset.ts';

function scalarIn(text: string): { readonly document: SourceDocument; readonly scalar: LocatedScalar } {
  const document = parseDocument({ path: 'a.yaml', text });
  expect(document.violations, text).toEqual([]);
  const root = document.root;
  const scalar = root?.kind === 'map' ? root.entries[0]?.value : undefined;
  if (scalar?.kind !== 'scalar') throw new Error(`no scalar in ${JSON.stringify(text)}`);
  return { document, scalar };
}

/** The text of each character of the value. */
function lettersOf(text: string): { readonly value: string; readonly letters: readonly string[] } {
  const { document, scalar } = scalarIn(text);
  const value = String(scalar.value);
  const letters = Array.from(value, (_, index) => text[offsetIn(document, scalar, index)] ?? 'past the end');
  return { value, letters };
}

test.each([
  ['a: plain text', 'plain text'],
  ["a: 'it''s'", "it's"],
  ['a: plain\n  on two\n\n\n  lines', 'plain on two\n\nlines'],
  ["a: 'single \n\n  lines'", 'single\nlines'],
  ['a: "d\\u00e9j\\x41 \\\n   vu\\"\n  x\n\n  y"', 'déjA vu" x\ny'],
  ['a: |\n  one\n\n   two\n', 'one\n\n two\n'],
  ['a: |2-\n    one\n  two', '  one\ntwo'],
  ['a: >\n  one\n  two\n\n  three\n    more\n  four\n', 'one two\nthree\n  more\nfour\n'],
  ['a: >-\n\n  one\n  two', '\none two'],
  ['a: |\r\n  one\r\n  two\r\n', 'one\ntwo\n'],
  ['a: 12', '12'],
])('[L2] in %j the characters of the value are located', (text, expected) => {
  const { value, letters } = lettersOf(text);
  expect(value).toBe(expected);
  for (const [index, letter] of letters.entries()) {
    const wanted = value[index] ?? '';
    if (/\s/.test(wanted)) expect(letter).toMatch(/\s/);
    else if (letter !== '\\') expect(letter).toBe(wanted);
  }
});

test('[L2] an escape has the position of its backslash, and an index past the end maps to the end', () => {
  const text = 'a: "x\\n\\U0001f600y"';
  const { document, scalar } = scalarIn(text);
  expect(scalar.value).toBe('x\n😀y');
  expect([0, 1, 2, 3, 4, 5, 99].map((index) => offsetIn(document, scalar, index))).toEqual([
    4, 5, 7, 7, 17, 18, 18,
  ]);
  const empty = scalarIn("a: ''");
  expect(offsetIn(empty.document, empty.scalar, 0)).toBe(4);
});

const words = ['a', 'bc', "it''s", '$x.y', 'é', '😀', '>', '1'];

function randomLines(random: Random, indent: string, first: string): string {
  const lines = [first];
  for (let count = random.int(6); count > 0; count -= 1) {
    const deeper = random.chance(0.2) ? '  ' : '';
    const spoken = Array.from({ length: random.between(1, 3) }, () => random.pick(words)).join(' ');
    lines.push(random.chance(0.25) ? '' : indent + deeper + spoken);
  }
  return [...lines, `${indent}end`].join(random.chance(0.2) ? '\r\n' : '\n');
}

const styles: readonly ((random: Random) => string)[] = [
  (random) => `a: ${randomLines(random, '  ', 'start').replaceAll("''", '')}`,
  (random) => `a: '${randomLines(random, '  ', random.pick(['start', '', ' x']))}'`,
  (random) =>
    `a: "${randomLines(random, '  ', random.pick(['start', '', '\\t']))
      .replaceAll('é', '\\u00e9')
      .replaceAll('bc', 'b\\\\c')}"`,
  (random) => `a: |${random.pick(['', '-', '+'])}\n${randomLines(random, '   ', '   start')}\n`,
  (random) => `a: >${random.pick(['', '-', '+'])}\n${randomLines(random, ' ', ' start')}\n\n`,
  (random) => `a: >${random.pick(['', '-', '+'])} # c\n\n${randomLines(random, '  ', '  start')}`,
];

test.each([1, 2, 3, 4, 5, 6])('[L2] random scalars of style %i: characters are located (seed 7)', (style) => {
  const random = createRandom(7 * style);
  const escapes: Readonly<Record<string, string>> = { é: '\\', '\\': '\\', '\t': '\\' };
  for (let round = 0; round < 400; round += 1) {
    const text = styles[style - 1]?.(random) ?? '';
    const { document, scalar } = scalarIn(text);
    const value = String(scalar.value);
    expect(value).toContain('end');
    let before = -1;
    for (let index = 0; index < value.length; index += 1) {
      const offset = offsetIn(document, scalar, index);
      expect(offset, text).toBeGreaterThan(before);
      before = offset;
      const wanted = value[index] ?? '';
      const there = text[offset] ?? '\n';
      if (/\s/.test(wanted) && there !== '\\') expect(there, JSON.stringify(text)).toMatch(/\s/);
      else expect([wanted, style === 3 ? escapes[wanted] : wanted], JSON.stringify(text)).toContain(there);
    }
  }
});
