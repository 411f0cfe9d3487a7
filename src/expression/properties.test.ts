// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the template is the text under test.
/** Properties of all expressions, tested on random ones. */
import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../testing/index.ts';
import {
  applyFixes,
  checkExpression,
  evaluate,
  functionNames,
  type Json,
  parseExpression,
  parseTemplate,
  printExpression,
  type Tree,
  type Type,
  typeOfValue,
  withoutSpans,
} from './index.ts';
import { parts } from './parts.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20260301);
const times = process.env['SIGNALBOX_LONG'] === '1' ? 60_000 : 3_000;

const at = Date.UTC(2026, 2, 1, 9, 30);
const values: { readonly [name: string]: Json } = {
  n: 3,
  x: 1.5,
  zero: 0,
  text: 'alpha beta',
  number_text: '42',
  flag: true,
  day: '2026-03-01',
  time: '2026-03-01T12:00:00+02:00',
  numbers: [3, 1, 2],
  texts: ['b', 'a'],
  order: { total: 120, customer: { tier: 'gold', age: 41 }, tags: ['new', 'eu'] },
};
const types: { readonly [name: string]: Type } = {
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeOfValue(value)])),
  day: { kind: 'date' },
  time: { kind: 'date' },
};
const names = Object.keys(values);

const operators = ['==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in', '+', '-', '*', '/', '%'] as const;
const units = [1, 1_000, 60_000, 3_600_000, 86_400_000, 604_800_000];
const keys = ['total', 'customer', 'tier', 'tags', 'length', 'nothing', '0', '1', 'k'];
const strings = ['', 'a', 'alpha', '2026-03-02', 'gold', 'é\n"\\', '\u{1F600}', '$n', '12', 'true'];

function randomTree(random: Random, depth: number): Tree {
  const sub = (): Tree => randomTree(random, depth - 1);
  const several = (max: number): Tree[] => Array.from({ length: random.int(max + 1) }, sub);
  if (depth <= 0 || random.chance(0.2)) {
    return random.weighted<() => Tree>([
      [3, () => ({ kind: 'name', name: random.pick(names) })],
      [2, () => ({ kind: 'literal', value: random.pick([0, 1, 2, -3, 0.5, 1e21, -2.5e-7]) })],
      [2, () => ({ kind: 'literal', value: random.pick(strings) })],
      [1, () => ({ kind: 'literal', value: random.pick([true, false, null]) })],
    ])();
  }
  return random.weighted<() => Tree>([
    [4, () => ({ kind: 'binary', operator: random.pick(operators), left: sub(), right: sub() })],
    [2, () => ({ kind: 'member', of: sub(), key: random.pick(keys), safe: random.chance(0.2) })],
    [1, () => ({ kind: 'index', of: sub(), index: sub(), safe: random.chance(0.2) })],
    [1, () => ({ kind: 'not', of: sub() })],
    [1, () => ({ kind: 'negative', of: sub() })],
    [1, () => ({ kind: 'duration', amount: sub(), unit: random.pick(units) })],
    [1, () => ({ kind: 'list', items: several(3) })],
    [
      1,
      () => ({
        kind: 'object',
        fields: several(2).map((value, i) => ({ key: ['k', 'k 2'][i] ?? '', value })),
      }),
    ],
    [3, () => ({ kind: 'call', name: random.pick(functionNames), args: several(3) })],
  ])();
}

const everyPart = (tree: Tree): readonly Tree[] => [tree, ...parts(tree).flatMap(everyPart)];

const isExact = (type: Type): boolean => {
  if (type.kind === 'list') return isExact(type.of);
  if (type.kind === 'object') return !type.open && type.fields.every((field) => isExact(field.type));
  return type.kind !== 'any';
};

const typeOf = (tree: Tree) =>
  checkExpression(
    tree,
    (name) => types[name],
    () => names,
  );

describe(`with seed ${seed}`, () => {
  test('[E1] a printed tree parses to the same tree', () => {
    const random = createRandom(seed);
    for (let i = 0; i < times; i++) {
      const tree = randomTree(random, random.between(0, 5));
      const text = printExpression(tree);
      const parsed = parseExpression(text);
      expect(parsed.kind === 'tree' ? withoutSpans(parsed.tree) : parsed, text).toEqual(withoutSpans(tree));
    }
  });

  test('[E1] every part of a tree has its position: its text parses to the same part', () => {
    const random = createRandom(seed + 1);
    for (let i = 0; i < times; i++) {
      const text = printExpression(randomTree(random, 4));
      const parsed = parseExpression(text);
      if (parsed.kind !== 'tree') throw new Error(text);
      for (const part of everyPart(parsed.tree)) {
        // `a not in b` is a negation whose operand has no text of its own.
        if (part.kind === 'binary' && part.operator === 'in') continue;
        const own = text.slice(part.span?.start, part.span?.end);
        const again = parseExpression(own);
        expect(again.kind === 'tree' ? withoutSpans(again.tree) : again, own).toEqual(withoutSpans(part));
      }
    }
  });

  test('[E1][E7] parsing never throws, and every problem is inside the text', () => {
    const random = createRandom(seed + 2);
    const pieces = [
      ...'$(){}[].,:?!<>=&|+-*/%"\'\\ \n0123456789abc“”é',
      '${',
      '$a',
      '$$',
      ' and ',
      ' not ',
      ' in ',
      '7 days',
      'default(',
    ];
    for (let i = 0; i < times * 2; i++) {
      const text = Array.from({ length: random.int(14) }, () => random.pick(pieces)).join('');
      for (const parsed of [
        parseExpression(text),
        parseExpression(text, { bare: true }),
        parseTemplate(text),
      ]) {
        if (parsed.kind === 'tree') continue;
        expect(parsed.problems.length).toBeGreaterThan(0);
        for (const { span, expected, actual, fix } of parsed.problems) {
          for (const { start, end } of fix === null ? [span] : [span, fix.span]) {
            expect(start >= 0 && start <= end && end <= text.length, text).toBe(true);
          }
          expect(expected === '' || actual === '', text).toBe(false);
        }
      }
    }
  });

  test('[E6] an expression that passes the check with exact types never fails because of types', () => {
    const random = createRandom(seed + 3);
    let exact = 0;
    for (let i = 0; i < times * 4; i++) {
      const tree = randomTree(random, random.between(1, 4));
      if (typeOf(tree).problems.length > 0) continue;
      if (!everyPart(tree).every((part) => isExact(typeOf(part).type))) continue;
      exact += 1;
      const result = evaluate({ kind: 'tree', tree }, values, at);
      const failed = result.kind === 'failure' && (result.reason === 'type' || result.reason === 'refused');
      expect(failed ? result.message : null, printExpression(tree)).toBeNull();
    }
    expect(exact).toBeGreaterThan(times / 4);
  });

  test('[E1][E6] proposals never overlap, and the text with all of them applied can be parsed', () => {
    const random = createRandom(seed + 6);
    let followed = 0;
    for (let i = 0; i < times * 2; i++) {
      const text = printExpression(randomTree(random, random.between(1, 4)));
      const parsed = parseExpression(text);
      if (parsed.kind !== 'tree') throw new Error(text);
      const { problems } = typeOf(parsed.tree);
      const spans = problems
        .flatMap(({ fix }) => (fix === null ? [] : [fix.span]))
        .sort((a, b) => a.start - b.start);
      expect(
        spans.every(({ start }, at) => start >= (spans[at - 1]?.end ?? 0)),
        text,
      ).toBe(true);
      const repaired = applyFixes(text, problems);
      expect(parseExpression(repaired).kind, repaired).toBe('tree');
      if (repaired !== text) followed += 1;
    }
    expect(followed).toBeGreaterThan(times / 20);
  });

  test('[E6] the checked type is the type of the value', () => {
    const random = createRandom(seed + 4);
    let told = 0;
    for (let i = 0; i < times * 4; i++) {
      const tree = randomTree(random, random.between(1, 4));
      const checked = typeOf(tree);
      if (checked.problems.length > 0 || !isExact(checked.type)) continue;
      const result = evaluate({ kind: 'tree', tree }, values, at);
      if (result.kind !== 'value') continue;
      told += 1;
      expect(
        conforms(result.value, checked.type),
        `${printExpression(tree)} is no ${checked.type.kind}`,
      ).toBe(true);
    }
    expect(told).toBeGreaterThan(times / 4);
  });

  test('[E6][E7] a tree on any values returns a value or a failure with a reason', () => {
    const random = createRandom(seed + 5);
    const kinds = new Set<string>();
    for (let i = 0; i < times; i++) {
      const tree = randomTree(random, 5);
      const result = evaluate(
        { kind: 'tree', tree },
        random.chance(0.5) ? values : { n: 'text', text: 5 },
        at,
      );
      kinds.add(result.kind === 'failure' ? result.reason : result.kind);
      if (result.kind === 'value') expect(JSON.parse(JSON.stringify(result.value))).toEqual(result.value);
    }
    expect([...kinds].sort()).toEqual(['absent', 'refused', 'type', 'value']);
  });
});

/** As a run stores it: a date is a text, a duration a number. */
function conforms(value: Json, type: Type): boolean {
  switch (type.kind) {
    case 'list':
      return Array.isArray(value) && value.every((item: Json) => conforms(item, type.of));
    case 'object':
      return type.fields.every(({ name, type: of, optional }) => {
        const own =
          typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
        const found = own.find(([key]) => key === name);
        return found === undefined ? optional : conforms(found[1], of);
      });
    case 'date':
      return typeof value === 'string';
    case 'duration':
    case 'int':
      return Number.isInteger(value);
    case 'bool':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'any':
      return true;
    default:
      return typeof value === type.kind;
  }
}
