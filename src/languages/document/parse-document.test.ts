import { expect, test } from 'vitest';
import { applyEdits } from './apply-edits.ts';
import { findEntry, type Located, toJson } from './located.ts';
import { parseDocument } from './parse-document.ts';
import type { Violation } from './violation.ts';

const parse = (text: string, path = 'a.yaml') => parseDocument({ path, text });
const json = (text: string) => {
  const { root, violations } = parse(text);
  expect(violations).toEqual([]);
  return root === null ? undefined : toJson(root);
};
const fixed = (text: string) =>
  applyEdits(
    text,
    parse(text).violations.flatMap(({ suggestion }) => suggestion?.edits ?? []),
  );
const brief = ({ rule, line, column, endLine, endColumn }: Violation) =>
  `${rule} ${line}:${column}-${endLine}:${endColumn}`;
const at = (root: Located | null, ...keys: readonly (string | number)[]): Located => {
  let here = root;
  for (const key of keys) {
    if (here?.kind === 'map' && typeof key === 'string') here = findEntry(here, key)?.value ?? null;
    else if (here?.kind === 'list' && typeof key === 'number') here = here.items[key] ?? null;
  }
  if (here === null) throw new Error(`nothing at ${keys.join('.')}`);
  return here;
};

test('[L1] block, flow and JSON parse to the same data', () => {
  const expected = { a: [1, 'two', null, true], b: { c: -0.5 } };
  expect(json('a:\n  - 1\n  - two\n  -\n  - true\nb:\n  c: -0.5\n')).toEqual(expected);
  expect(json('a:\n- 1\n- two\n- ~\n- true\nb: {c: -0.5}')).toEqual(expected);
  expect(json('{"a": [1, "two", null, true], "b": {"c": -0.5}}')).toEqual(expected);
  expect(json('a:\r\n  - 1\r\n  - two\r\n  -\r\n  - true\r\nb:\r\n  c: -0.5\r\n')).toEqual(expected);
});

test('[L1] only true, false, null and numbers are not texts; on, yes and dates are texts', () => {
  expect(json('on: yes\noff: no\ndate: 2026-03-01\nhex: 0x1F\nv: 1.0.0\nnull: 1\n1.0: x\n')).toEqual({
    on: 'yes',
    off: 'no',
    date: '2026-03-01',
    hex: 31,
    v: '1.0.0',
    null: 1,
    '1.0': 'x',
  });
  expect(json('%YAML 1.1\n---\na: yes\n')).toEqual({ a: 'yes' });
});

test('[L1] every part has its position and its path', () => {
  const text = 'on:\n  - when: "x > 1"\n    "a key": {b: }\n';
  const { root } = parse(text);
  const scalar = at(root, 'on', 0, 'when');
  expect(scalar).toMatchObject({ path: 'on[0].when', style: 'double', value: 'x > 1' });
  expect(text.slice(scalar.span.start, scalar.span.end)).toBe('"x > 1"');
  expect(at(root, 'on', 0, 'a key', 'b')).toMatchObject({ path: 'on[0]["a key"].b', value: null });
  const map = at(root, 'on', 0);
  expect(text.slice(map.span.start, map.span.end)).toBe('when: "x > 1"\n    "a key": {b: }');
});

test('[L1] an empty value has the position after its colon', () => {
  const text = 'a:\nb: 1\n- default:\n'.slice(0, 8);
  const { root } = parse(text);
  expect(at(root, 'a').span).toEqual({ start: 2, end: 2 });
  expect(at(parse('- default:\n').root, 0, 'default').span).toEqual({ start: 10, end: 10 });
});

test('[L1] a byte order mark has no column', () => {
  const { violations, root } = parse('\ufeffa: 1\na: 2\nb: @\n');
  expect(toJson(at(root, 'a'))).toBe(1);
  expect(violations.map(brief)).toEqual(['duplicate-key 2:1-2:2', 'syntax 3:4-3:5']);
  expect(parse('\ufeffa: @x').violations.map(brief)).toEqual(['syntax 1:4-1:5']);
  expect(fixed('\ufeffa: @x')).toBe('\ufeffa: "@x"');
});

test('[L1] aliases and merges are resolved; their values have the position of the anchor', () => {
  const text = 'base: &b {x: 1, y: [2]}\nother: *b\nmerged:\n  <<: *b\n  x: 3\n';
  expect(json(text)).toEqual({ base: { x: 1, y: [2] }, other: { x: 1, y: [2] }, merged: { x: 3, y: [2] } });
  const { root } = parse(text);
  const y = at(root, 'merged', 'y', 0);
  expect(y).toMatchObject({ path: 'merged.y[0]' });
  expect(text.slice(y.span.start, y.span.end)).toBe('2');
  expect(at(root, 'other').span).toEqual(at(root, 'base').span);
  expect(json('a: &x 1\nb: {<<: [{c: 1}, {c: 2, d: 3}]}\n"<<": 4\n')).toEqual({
    a: 1,
    b: { c: 1, d: 3 },
    '<<': 4,
  });
});

test('[L1] keys are data: __proto__ does not set the prototype', () => {
  const data = json('__proto__: {polluted: true}\nconstructor: 1\n');
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  expect(Object.hasOwn(data as object, '__proto__')).toBe(true);
  expect((data as { polluted?: boolean }).polluted).toBeUndefined();
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('[L1] an empty text has no root', () => {
  for (const text of ['', '\n', '# only a comment\n']) {
    expect(parse(text)).toMatchObject({ root: null, violations: [] });
  }
});

const laughs = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
  .concat(Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}]`))
  .join('\n');

test.each([
  ['a text over 1 MB', `a: ${'x'.repeat(1_048_576)}`],
  ['1 MB of brackets', '['.repeat(1_048_576)],
  ['1 MB of dashes', '- '.repeat(524_288)],
  ['1 MB of keys', 'a: '.repeat(340_000)],
  ['65 levels of blocks', Array.from({ length: 66 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  [
    '65 levels through aliases',
    `a: &a ${'['.repeat(40)}${']'.repeat(40)}\nb: ${'['.repeat(30)}*a${']'.repeat(30)}`,
  ],
  ['too many values', `[${'1,'.repeat(100_001)}]`],
  ['too many tokens', `[${','.repeat(500_000)}]`],
  ['a billion laughs', laughs],
  ['101 aliases', `a: &a 1\nb: [${'*a, '.repeat(101)}]`],
])('[L1] %s is refused before it is expanded', (_, text) => {
  const { root, violations } = parse(text);
  expect(root).toBeNull();
  expect(violations.map(({ rule }) => rule)).toContain('limit');
});

test('[L1] a text within the limits is read', () => {
  expect(parse('['.repeat(64) + ']'.repeat(64))).toMatchObject({ violations: [] });
  expect(parse(`a: &a 1\nb: [${'*a, '.repeat(100)}]`)).toMatchObject({ violations: [] });
  const key = 'k'.repeat(1000);
  expect(parse(`${key}: 1`).root).toMatchObject({ entries: [{ key }] });
});

test('[L1] hostile texts produce violations and never throw', () => {
  for (const text of ['\0', 'a: \0', '"'.repeat(1000), '*a', '&a [*a]', '? [a]\n: 1', 'a: .inf', ']', '}{']) {
    expect(parse(text).violations.length, text).toBeGreaterThan(0);
  }
});

test('[L1] for a text full of errors the first ones are reported, and comments do not count toward a limit', () => {
  for (const text of [']'.repeat(300_000), `a: "${' '.repeat(1_000_000)}x`, '---\n'.repeat(100_000)]) {
    expect(parse(text).violations.every(({ rule }) => rule === 'syntax')).toBe(true);
    expect(parse(text).violations.length).toBeGreaterThan(0);
  }
  expect(json(`${'# note\n'.repeat(5000)}a: 1\n`)).toEqual({ a: 1 });
});

test('[L2] syntax errors are reported at once, in plain language, with their positions', () => {
  const { violations } = parse('a: "\\d"\nb: [1,,2]\nc: @x\na: 3\n');
  expect(violations.map(brief)).toEqual([
    'syntax 1:5-1:6',
    'syntax 2:7-2:8',
    'syntax 3:4-3:5',
    'duplicate-key 4:1-4:2',
  ]);
  for (const { message, expected, actual } of violations) {
    expect(`${message} ${expected} ${actual}`).not.toMatch(/flow|scalar|implicit|token|plain|sequence/i);
  }
});

test('[L2] a second document, an unknown alias and a key that is not a text are errors', () => {
  expect(parse('a: 1\n---\nb: 2\n').violations.map(brief)).toEqual(['syntax 2:1-4:1']);
  expect(parse('? [a]\n: 1\n').violations.map(({ rule }) => rule)).toEqual(['syntax']);
  expect(parse('a: &flight 1\nb: *fligth\n').violations[0]).toMatchObject({ line: 2, column: 4 });
  expect(parse('a: &x [*x]\n').violations.map(brief)).toEqual(['syntax 1:8-1:10']);
});

test.each([
  ['a:\n\tb:\n\t\tc: 1\n\td: 2\n', { a: { b: { c: 1 }, d: 2 } }],
  ["a: 'x\nb: 1\n", { a: 'x', b: 1 }],
  ['a: "x\nb: "y"\nc: 1\n', { a: 'x', b: 'y', c: 1 }],
  ['{\n  "a": "x,\n  "b": 2\n}', { a: 'x', b: 2 }],
  ['a: [1, 2\nb: 3\n', { a: [1, 2], b: 3 }],
  ['a: [1, 2 # two\nb: 3\n', { a: [1, 2], b: 3 }],
  ['{"a": 1', { a: 1 }],
  ['{"a": [1, 2', { a: [1, 2] }],
  ['a: 1\nkey:value\nb: 2\n', { a: 1, key: 'value', b: 2 }],
  ['key:value\nb: 2\n', { key: 'value', b: 2 }],
  ['nodes\n  a: 1\n', { nodes: { a: 1 } }],
  ['a: {b: 1 c: 2}\n', { a: { b: 1, c: 2 } }],
  ['{"a": 1 "b": 2}', { a: 1, b: 2 }],
  ['a: ["x" "y"]', { a: ['x', 'y'] }],
  ['{"a" 1}', { a: 1 }],
  ['a: {b: [1, 2}\nc: 1\n', { a: { b: [1, 2] }, c: 1 }],
  ['a: [1,,2]\n', { a: [1, 2] }],
  ['a: "\\d"\n', { a: '\\d' }],
  ['a: @x # c\n', { a: '@x' }],
  ['a: Error: bad thing\nb: 1\n', { a: 'Error: bad thing', b: 1 }],
  ["a: 'it's'\nb: 2\n", { a: "it's", b: 2 }],
  ['if: "x" == "y"\n', { if: '"x" == "y"' }],
  ['a: 1\n   b: 2\n', { a: 1, b: 2 }],
  ['  a: 1\nb: 2\n', { a: 1, b: 2 }],
  ['a:\n  b: 1\n c: 2\n', { a: { b: 1, c: 2 } }],
  ['a: "x"#c\n', { a: 'x' }],
  ['a: 1\na: 2\nb: 3\n', { a: 1, b: 3 }],
  ['{"a": 1, "a": 2}', { a: 1 }],
  ['- a: 1\n  a:\n    x: 1\n    # about x\n- 2\n', [{ a: 1 }, 2]],
  ['a: &x 1\nb: *xx\n', { a: 1, b: 1 }],
  ['a: **/*.ts\n', { a: '**/*.ts' }],
  ['a: \u0000x\n', { a: 'x' }],
  ['a:\r\n\tb: 1\r\n', { a: { b: 1 } }],
  ["a: 'x\r\nb: 1\r\n", { a: 'x', b: 1 }],
])('[L2] the proposals correct %j', (text, expected) => {
  expect(parse(text).violations.length).toBeGreaterThan(0);
  expect(json(fixed(text))).toEqual(expected);
});

const nested = [
  'flows:',
  '  book:',
  '    graph:',
  '      first:',
  '        call: one',
  '        args: { a: 1 }',
  '      second:',
  '        call: two',
  '        after: [first]',
  '        args:',
  '          x: 1',
  '          y: 2',
  '      third:',
  '        on:',
  '          - when: z',
  '            goto: end',
  '          - default:',
  '        call: three',
  '',
];

test.each([
  [7, 4],
  [7, -1],
  [6, 1],
  [5, -1],
  [8, -1],
  [8, 1],
  [11, 1],
  [11, -1],
  [15, 1],
  [15, -1],
])('[L2] if line %i is moved by %i, only that line is reported and moved back', (index, by) => {
  const lines = nested.with(
    index,
    by > 0 ? `${' '.repeat(by)}${nested[index]}` : (nested[index] ?? '').slice(-by),
  );
  const { violations } = parse(lines.join('\n'));
  expect(violations).toMatchObject([
    { rule: 'syntax', line: index + 1, column: 1, message: expect.stringContaining('indented') },
  ]);
  expect(fixed(lines.join('\n'))).toBe(nested.join('\n'));
});

test.each(['`', '@', '|', '>', '{', '[', ',', ':', '"', "'"])(
  '[L2] a stray %s before a key is reported and removed',
  (sign) => {
    for (const index of [4, 6, 11]) {
      const text = nested.with(index, `${(nested[index] ?? '').replace(/^ {3}/, `   ${sign}`)}`).join('\n');
      expect(parse(text).violations, text).toMatchObject([{ rule: 'syntax', line: index + 1, column: 4 }]);
      expect(fixed(text)).toBe(nested.join('\n'));
    }
  },
);

test('[L2] syntax errors in several places are repaired one by one and all together', () => {
  const text = 'a:\n  b: 1\n c: "x\nd: [1, 2\ne: @x\nf:\n  g: 1\n   h: 2\n';
  const { violations } = parse(text);
  expect(violations.map(brief)).toEqual([
    'syntax 3:1-3:2',
    'syntax 3:5-3:6',
    'syntax 4:4-4:5',
    'syntax 5:4-5:5',
    'syntax 8:1-8:4',
  ]);
  expect(json(fixed(text))).toEqual({ a: { b: 1, c: 'x' }, d: [1, 2], e: '@x', f: { g: 1, h: 2 } });
});
