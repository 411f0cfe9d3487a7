/** Hostile input results in an error after bounded work, measured in the evaluator's steps, not by a clock. */
import { describe, expect, test } from 'vitest';
import {
  checkExpression,
  evaluate,
  expressionEvaluator,
  type Json,
  parseExpression,
  parseTemplate,
  withoutSpans,
} from './index.ts';

const run = (text: string, values: { readonly [name: string]: Json } = {}) =>
  evaluate(parseExpression(text), values, 0);
const reasonOf = (text: string, values: { readonly [name: string]: Json } = {}) => {
  const result = run(text, values);
  return result.kind === 'failure' ? result.reason : result;
};
const compile = (source: Json) => expressionEvaluator.compile(source, () => 0);
const nested = (depth: number): Json => {
  let tree: Json = { kind: 'literal', value: 1 };
  for (let i = 0; i < depth; i++) tree = { kind: 'not', of: tree };
  return tree;
};

describe('texts', () => {
  test.each([
    ['parentheses', (n: number) => `${'('.repeat(n)}1${')'.repeat(n)}`],
    ['lists', (n: number) => '['.repeat(n) + ']'.repeat(n)],
    ['negations', (n: number) => `${'!'.repeat(n)}1`],
    ['signs', (n: number) => `${'-'.repeat(n)}$a`],
    ['the word not', (n: number) => `${'not '.repeat(n)}1`],
    ['sums', (n: number) => `1${'+1'.repeat(n)}`],
    ['paths', (n: number) => `$a${'.b'.repeat(n)}`],
    ['indexes', (n: number) => `$a${'[$a'.repeat(n)}${']'.repeat(n)}`],
    ['calls', (n: number) => `${'size('.repeat(n)}1${')'.repeat(n)}`],
    ['objects', (n: number) => `${'{a:'.repeat(n)}1${'}'.repeat(n)}`],
  ])('[E7] %s can be nested 90 levels, but not 150 levels or to the maximum text length', (_, write) => {
    expect(parseExpression(write(90)).kind).toBe('tree');
    for (const depth of [150, 4_000]) {
      const parsed = parseExpression(write(depth).slice(0, 20_000));
      expect(parsed.kind === 'problems' && parsed.problems.at(-1)?.message).toContain('100 levels');
    }
  });

  test('[E1][E7] an error about an expression that is too deep does not print it', () => {
    const parsed = parseExpression(`1${'+1'.repeat(9_000)} < 2 < 3`);
    expect(parsed.kind === 'problems' && parsed.problems.at(-1)?.message).toContain('100 levels');
  });

  test('[E7] a text of more than 20,000 characters is refused', () => {
    for (const parsed of [parseExpression(`"${'a'.repeat(20_000)}"`), parseTemplate('a'.repeat(20_001))]) {
      expect(parsed.kind === 'problems' && parsed.problems[0]?.message).toBe('The text is too long.');
    }
    expect(parseTemplate('a'.repeat(20_000)).kind).toBe('tree');
  });
});

describe('trees from outside', () => {
  test('[E7] a tree deeper than the limit is refused at any depth', () => {
    expect(compile(nested(200))({ get: () => 1, at: 0, effort: { left: 1_000 } })).toBe(true);
    expect(() => compile(nested(201))).toThrow('200 levels');
    expect(() => compile(nested(1_000_000))).toThrow('200 levels');
  });

  test.each<[string, Json]>([
    ['null', null],
    ['a text', 'x'],
    ['no kind', {}],
    ['an unknown kind', { kind: 'eval', code: '1' }],
    ['an inherited kind', JSON.parse('{"__proto__": {"kind": "literal", "value": 1}}')],
    ['an unknown operator', { kind: 'binary', operator: '**', left: nested(0), right: nested(0) }],
    ['a part that is missing', { kind: 'not' }],
    ['a literal that is a list', { kind: 'literal', value: [1] }],
    ['an unknown unit', { kind: 'duration', amount: nested(0), unit: 7 }],
    [
      'two fields of one name',
      { kind: 'object', fields: ['a', 'a'].map((key) => ({ key, value: nested(0) })) },
    ],
    ['an unknown function', { kind: 'call', name: 'constructor', args: [] }],
    ['an unknown internal function', { kind: 'call', name: '$eval', args: [nested(0)] }],
    ['a wrong number of arguments', { kind: 'call', name: 'size', args: [] }],
    ['too many parts', { kind: 'list', items: Array.from({ length: 20_001 }, () => nested(0)) }],
  ])('[E7] %s is refused with an Error', (_, source) => {
    expect(() => compile(source)).toThrow(Error);
  });
});

describe('evaluation', () => {
  test('[E7] a range is charged before it is created', () => {
    expect(reasonOf('range(0, 1000000000)')).toBe('budget');
    expect(reasonOf('range("0001-01-01", "9999-12-31")')).toBe('budget');
    expect(run('size(range(0, 50000))')).toEqual({ kind: 'value', value: 50_000 });
  });

  test('[E7] texts and lists that grow are stopped', () => {
    const big = 'x'.repeat(300_000);
    expect(reasonOf('$big + $big + $big', { big })).toBe('budget');
    expect(reasonOf('string([$big, $big, $big, $big])', { big })).toBe('budget');
    expect(reasonOf('upper($big) + lower($big) + trim($big)', { big })).toBe('budget');
    expect(reasonOf('size(range(0, 40000) + range(0, 40000) + range(0, 40000))')).toBe('budget');
    const text = evaluate(parseTemplate('$big$big$big$big'), { big }, 0);
    expect(text.kind === 'failure' && text.reason).toBe('budget');
  });

  test('[E7] comparing large values is counted', () => {
    const list = Array.from({ length: 60_000 }, (_, i) => i);
    expect(reasonOf('$a == $b and $b == $a', { a: list, b: [...list] })).toBe('budget');
    expect(reasonOf('-1 in $a or -2 in $a', { a: list })).toBe('budget');
  });

  test('[E7] a search with long comparisons at every position is stopped', () => {
    const values = { text: 'a'.repeat(1_000_000), part: `${'a'.repeat(250_000)}b${'a'.repeat(250_000)}` };
    expect(reasonOf('$part in $text', values)).toBe('budget');
    expect(reasonOf('contains($text, $part)', values)).toBe('budget');
    expect(run('contains($text, "b")', values)).toEqual({ kind: 'value', value: false });
  });

  test('[E7] values that are nested very deep are stopped', () => {
    let deep: Json = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(reasonOf('string($deep)', { deep })).toBe('budget');
    expect(reasonOf('$deep == [$deep]', { deep })).toBe('budget');
    expect(reasonOf('[$deep, today()]', { deep })).toBe('budget');
  });
});

describe('patterns', () => {
  test.each(['((a+)+)+$', '(a|aa)+$', '(a*)*b', '(.*)(.*)(.*)(.*)[^a]$'])(
    '[E7] %s on a long text is linear: it has a result',
    (pattern) => {
      const result = run('matches($text, $pattern)', { text: `${'a'.repeat(200_000)}!a`, pattern });
      expect(result.kind).toBe('value');
    },
  );

  test('[E7] a large pattern on a large text is stopped', () => {
    expect(reasonOf('matches($text, "(a|b){900}c")', { text: 'ab'.repeat(500_000) })).toBe('budget');
  });

  test.each([
    ['a{1001}', 'repeat count'],
    ['((a{100}){100}){100}', 'repeat count'],
    ['(?=a)b', 'Look-ahead'],
    ['(?<!a)b', 'look-behind'],
    ['(a)\\1', 'Back-references'],
    ['[', 'is invalid'],
    ['a'.repeat(1_001), 'at most 1000 characters'],
  ])('[E7] the pattern %s is refused with the reason', (pattern, says) => {
    const dynamic = run('matches("a", $pattern)', { pattern });
    expect(dynamic.kind === 'failure' && dynamic.message).toContain(says);
    const literal = parseExpression(`matches("a", ${JSON.stringify(pattern)})`);
    if (literal.kind !== 'tree') throw new Error('unread');
    const failed = evaluate(literal, {}, 0);
    expect(failed.kind === 'failure' && failed.message).toContain(says);
    const [problem] = checkExpression(literal.tree, () => undefined).problems;
    expect(problem?.rule).toBe('bad-pattern');
    expect(problem?.message).toContain(says);
  });

  test.each([
    ['a large group', `(${'a'.repeat(900)}){1000}`],
    ['nested groups', '((ab){30}cdefghijklmnopqrst){30}(\\w{1000}[^x]{999}){1}'],
  ])('[E7] %s that is repeated too often is refused in a document, with its size', (_, pattern) => {
    const literal = parseExpression(`matches("a", ${JSON.stringify(pattern)})`);
    if (literal.kind !== 'tree') throw new Error('unread');
    const [problem] = checkExpression(literal.tree, () => undefined).problems;
    expect(problem?.rule).toBe('bad-pattern');
    expect(problem?.message).toMatch(/about \d+ parts, and the limit is 8000\. Use smaller counts\.$/);
  });

  test('[E7] many computed patterns cost steps each', () => {
    const patterns = Array.from({ length: 150 }, (_, i) => `matches("a", "hostile" + "${i}")`);
    const [half, rest] = [patterns.slice(0, 75).join(', '), patterns.slice(75).join(', ')];
    expect(reasonOf(`[[${half}], [${rest}]]`)).toBe('budget');
  });
});

describe('the budget of an event', () => {
  const costOf = (text: string, values: { readonly [name: string]: Json } = {}): number => {
    const parsed = parseExpression(text);
    if (parsed.kind !== 'tree') throw new Error('unread');
    const names: string[] = [];
    const compute = expressionEvaluator.compile(withoutSpans(parsed.tree), (name) => names.push(name) - 1);
    const effort = { left: 1_000_000_000 };
    const get = (reference: number): Json | undefined => values[names[reference] ?? ''];
    for (let round = 0; round < 2; round++) compute({ get, at: 0, effort });
    return 1_000_000_000 - effort.left;
  };

  test.each<[string, string, { readonly [name: string]: Json }, number]>([
    ['a hostile pattern', 'matches($t, "([ab]?){200}c$")', { t: 'ab'.repeat(500) }, 500_000],
    ['a long comparison', '$a < $b', { a: 'a'.repeat(900_000), b: `${'a'.repeat(900_000)}b` }, 20_000],
    ['a slow search in a text', '$p in $t', { t: 'a'.repeat(100_000), p: 'ab'.repeat(500) }, 600_000],
    ['the length of a text', 'size($t)', { t: 'a'.repeat(900_000) }, 200_000],
    ['an absent field of a large object', '$o?.b', { o: fieldsOf(10_000) }, 400],
    ['the names of fields', 'keys($o)', { o: fieldsOf(10_000) }, 80_000],
    ['a new text', '$t + $t', { t: 'a'.repeat(400_000) }, 200_000],
  ])('[K12.5] %s costs what it takes', (_, text, values, least) => {
    expect(costOf(text, values)).toBeGreaterThanOrEqual(least);
  });

  test('[K12.5] a pattern is compiled once per event, and that is charged whether or not it is cached', () => {
    const [first, again] = [0, 0].map(() => costOf('matches("a", "^hostile[0-9]{200}$")'));
    expect(again).toBe(first);
    expect(first).toBeLessThan(2 * costOf('matches("a", "^hostile[0-9]{150}$")'));
    expect(first).toBeGreaterThan(20_000);
  });

  test('[K12.5] an ordinary pattern on 10,000 items is within the budget', () => {
    const email = '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\\\.[A-Za-z]{2,}$';
    expect(costOf(`matches($t, "${email}")`, { t: 'jane.doe@example.com' })).toBeLessThan(7_000);
  });
});

const fieldsOf = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, i]));

describe('prototypes', () => {
  const hostNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

  test.each(hostNames)('[E3][E7] %s is a plain field: absent unless it is set', (name) => {
    const values = { o: { a: 1 }, l: [1], t: 'text', n: 1 };
    expect(reasonOf(`$o.${name}`, values)).toBe('absent');
    expect(reasonOf(`$o["${name}"]`, values)).toBe('absent');
    expect(run(`$o?.${name}`, values)).toEqual({ kind: 'value', value: null });
    expect(run(`"${name}" in $o`, values)).toEqual({ kind: 'value', value: false });
    for (const of of ['$l', '$t', '$n']) expect(reasonOf(`${of}.${name}`, values)).toBe('type');
    expect(run(`{${name}: 5}.${name}`)).toEqual({ kind: 'value', value: 5 });
    expect(reasonOf(`$${name}`, values)).toBe('absent');
    const call = parseExpression(`${name}(1)`);
    if (call.kind !== 'tree') throw new Error('unread');
    expect(checkExpression(call.tree, () => undefined).problems[0]?.rule).toBe('unknown-function');
  });

  test('[E7] a field named __proto__ stays a field of the result and does not change any object', () => {
    const result = run('{__proto__: {admin: true}, at: today()}');
    const value = result.kind === 'value' ? result.value : null;
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true},"at":"1970-01-01"}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
