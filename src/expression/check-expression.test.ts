// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the template is the text under test.
import { describe, expect, test } from 'vitest';
import {
  applyFixes,
  checkExpression,
  describeType,
  type ExpressionProblem,
  joinTypes,
  parseExpression,
  parseTemplate,
  storedType,
  type Tree,
  type Type,
  typeOfValue,
} from './index.ts';

const types: { readonly [name: string]: Type } = {
  availability: typeOfValue({ seats_available: 4, open: true, classes: ['y'], 'odd name': 1 }),
  open: { kind: 'object', fields: [{ name: 'id', type: { kind: 'int' }, optional: false }], open: true },
  n: { kind: 'int' },
  x: { kind: 'number' },
  text: { kind: 'string' },
  flag: { kind: 'bool' },
  day: { kind: 'date' },
  list: { kind: 'list', of: { kind: 'int' } },
  anything: { kind: 'any' },
  none: { kind: 'null' },
};
const names = Object.keys(types);

const check = (tree: Tree) =>
  checkExpression(
    tree,
    (name) => types[name],
    () => names,
  );

const treeOf = (text: string): Tree => {
  const parsed = parseExpression(text);
  if (parsed.kind !== 'tree') throw new Error(text);
  return parsed.tree;
};

const problemsOf = (text: string): readonly ExpressionProblem[] => check(treeOf(text)).problems;

const repaired = (text: string): string => applyFixes(text, problemsOf(text));

describe('certain errors', () => {
  test.each([
    ['$availabilty.open', 'unknown-name', '$availability.open'],
    ['$availability.seats_avaliable > 0', 'unknown-path', '$availability.seats_available > 0'],
    ['($availabilty).open', 'unknown-name', '($availability).open'],
    ['($availability.seats_avaliable) > 0', 'unknown-path', '($availability.seats_available) > 0'],
    ['$availability["opn"]', 'unknown-path', '$availability["open"]'],
    ['$text.lenght', 'unknown-path', '$text.length'],
    ['$text.upper', 'unknown-path', '$text.upper()'],
    ['$list.size > 1', 'unknown-path', '$list.size() > 1'],
    ['startWith($text, "a")', 'unknown-function', 'startsWith($text, "a")'],
    ['$text.startswith("a")', 'unknown-function', '$text.startsWith("a")'],
    ['$n == "0"', 'expression-type', '$n == 0'],
    ['"1.5" != $x', 'expression-type', '1.5 != $x'],
    ['$flag == "true"', 'expression-type', '$flag == true'],
    ['$text == 5', 'expression-type', '$text == "5"'],
    ['$n > "3"', 'expression-type', '$n > 3'],
    ['"n: " + $n', 'expression-type', '"n: " + string($n)'],
    ['$list + " items"', 'expression-type', 'string($list) + " items"'],
    ['-"5"', 'expression-type', '-5'],
    ['"7" days', 'expression-type', '7 days'],
    ['upper($n)', 'expression-type', 'upper(string($n))'],
    ['contains($text, $n)', 'expression-type', 'contains($text, string($n))'],
    ['$day > "2026-3-1"', 'expression-type', '$day > "2026-03-01"'],
    ['date("2026-03-01 10:00:00")', 'expression-type', 'date("2026-03-01T10:00:00Z")'],
    ['date("2026/03/01") + 1 day', 'expression-type', 'date("2026-03-01") + 1 day'],
    ['range(0, 2.5)', 'expression-type', 'range(0, 2)'],
    ['int(" 5 ")', 'expression-type', 'int("5")'],
    ['bool("True")', 'expression-type', 'bool("true")'],
    ['sum("3", 4)', 'expression-type', 'sum(3, 4)'],
  ])('[E6] %s (%s): the correction is %s', (text, rule, right) => {
    const found = problemsOf(text);
    expect(found.map((each) => each.rule)).toEqual([rule]);
    expect(found[0]?.expected).not.toBe('');
    expect(found[0]?.actual).not.toBe('');
    expect(repaired(text)).toBe(right);
    expect(problemsOf(right)).toEqual([]);
  });

  test.each([
    ['$completely_different', 'unknown-name'],
    ['$n.field', 'unknown-path'],
    ['$flag.length', 'unknown-path'],
    ['$list.field', 'unknown-path'],
    ['$none.field', 'unknown-path'],
    ['$day.year', 'unknown-path'],
    ['$availability.odd_nam', 'unknown-path'],
    ['$list["a"]', 'expression-type'],
    ['$list[-1]', 'expression-type'],
    ['$list[0.5]', 'expression-type'],
    ['$availability[0]', 'expression-type'],
    ['$text[0]', 'expression-type'],
    ['$list + $n', 'expression-type'],
    ['$flag + 1', 'expression-type'],
    ['$anything + $flag', 'expression-type'],
    ['$text * 2', 'expression-type'],
    ['$day + 1', 'expression-type'],
    ['$day + $day', 'expression-type'],
    ['1 hour * 2 hours', 'expression-type'],
    ['1 / 1 hour', 'expression-type'],
    ['$n % 1 hour', 'expression-type'],
    ['$flag < true', 'expression-type'],
    ['$list < $list', 'expression-type'],
    ['$n < 1 hour', 'expression-type'],
    ['$n == $text', 'expression-type'],
    ['$n in $text', 'expression-type'],
    ['$n in $n', 'expression-type'],
    ['$text in $list', 'expression-type'],
    ['-$text', 'expression-type'],
    ['$text hours', 'expression-type'],
    ['$n / 0', 'expression-type'],
    ['$n % 0', 'expression-type'],
    ['$day == "tomorrow"', 'expression-type'],
    ['"soon" + 1 day', 'expression-type'],
    ['date("2026-02-30")', 'expression-type'],
    ['size()', 'expression-type'],
    ['size($list, 1)', 'expression-type'],
    ['now(1)', 'expression-type'],
    ['min()', 'expression-type'],
    ['size($n)', 'expression-type'],
    ['min($list, 1)', 'expression-type'],
    ['max(1, "a")', 'expression-type'],
    ['sum(["a"])', 'expression-type'],
    ['range(1, $day)', 'expression-type'],
    ['float("x")', 'expression-type'],
    ['matches($text, "(")', 'bad-pattern'],
    ['frobnicate($n)', 'unknown-function'],
  ])('[E6] %s is an error (%s)', (text, rule) => {
    expect(problemsOf(text).map((each) => each.rule)).toEqual([rule]);
  });

  test('[E6] all errors are reported, also inside texts, and their proposals do not overlap', () => {
    const template = parseTemplate('${ availabilty.open } and ${ n.x } and ${ "a" + size(lst) }');
    if (template.kind !== 'tree') throw new Error('unread');
    const { problems } = check(template.tree);
    expect(problems.map(({ rule }) => rule)).toEqual([
      'unknown-name',
      'unknown-path',
      'unknown-name',
      'expression-type',
    ]);
    const fixes = problems.flatMap(({ fix }) => (fix === null ? [] : [fix.span]));
    expect(
      fixes.every((a, i) => fixes.every((b, j) => i === j || a.end <= b.start || b.end <= a.start)),
    ).toBe(true);
  });

  test('[E6] an error inside a wrapper call of a compiler is reported for the expression of the author', () => {
    const wrap = (name: string, text: string): Tree => ({ kind: 'call', name, args: [treeOf(text)] });
    expect(check(wrap('$milliseconds', '"soon"')).problems[0]?.actual).toBe('`"soon"`');
    expect(check(wrap('$milliseconds', '$day')).problems).toHaveLength(1);
    expect(check(wrap('$moment', '$flag')).problems).toHaveLength(1);
    for (const right of ['"2h"', '"2026-03-01"', '$day', '2 hours', '$n', '$text']) {
      expect(check(wrap('$moment', right)).problems, right).toEqual([]);
    }
    expect(check(wrap('$truth', '$list'))).toEqual({ type: { kind: 'bool' }, problems: [] });
  });
});

describe('no report without certainty', () => {
  test.each([
    '$open.whatever.more',
    '$anything.a[0] + 1',
    '$anything == "5"',
    '$anything < 1 hour',
    '$anything in $anything',
    '$n == null',
    '$none == "x"',
    '$day == $text',
    '$day < $text',
    '$text - $day',
    '$text + 1 day',
    '$text - $text',
    '$list[$x]',
    '$availability[$text]',
    '$none?.field',
    '$text in $availability',
    'size($anything)',
    'max($anything, 1)',
    'sum($anything)',
    'range($anything, 5)',
    'matches($text, $text)',
    'int($text) / $n',
    'default($availability.open, "unknown")',
    '$list.length + $text.length + $availability.length',
    '[1, "a"] == [true]',
    'not $list and ($n or $text)',
  ])('[E6] %s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('types', () => {
  test.each<[string, Type]>([
    ['$n + 1', { kind: 'int' }],
    ['$n / 2', { kind: 'number' }],
    ['$n * $x', { kind: 'number' }],
    ['$day + 1 day', { kind: 'date' }],
    ['$day - $day', { kind: 'duration' }],
    ['1 hour / 1 minute', { kind: 'number' }],
    ['[$n, $x]', { kind: 'list', of: { kind: 'number' } }],
    ['first($list)', { kind: 'int' }],
    ['range($day, $day)', { kind: 'list', of: { kind: 'date' } }],
    ['range(0, 5)', { kind: 'list', of: { kind: 'int' } }],
    ['{a: $n}.a', { kind: 'int' }],
    ['$availability?.open', { kind: 'any' }],
    ['default($n, 0)', { kind: 'int' }],
    ['default($n, "none")', { kind: 'any' }],
    ['keys($availability)', { kind: 'list', of: { kind: 'string' } }],
  ])('[E6] %s', (text, type) => {
    expect(check(treeOf(text)).type).toEqual(type);
  });

  test('[E6] a field of only one of two types may be absent', () => {
    const joined = joinTypes(typeOfValue({ a: 1, b: 'x' }), typeOfValue({ a: 1.5 }));
    expect(joined).toEqual({
      kind: 'object',
      open: false,
      fields: [
        { name: 'a', type: { kind: 'number' }, optional: false },
        { name: 'b', type: { kind: 'string' }, optional: true },
      ],
    });
  });

  test('[E5][E6] stored values are JSON: a duration is a whole number', () => {
    expect(storedType({ kind: 'list', of: { kind: 'duration' } })).toEqual({
      kind: 'list',
      of: { kind: 'int' },
    });
    expect(storedType(check(treeOf('{d: 1 hour}')).type)).toEqual(typeOfValue({ d: 1 }));
    expect(describeType({ kind: 'duration' })).toBe('a duration');
  });
});
