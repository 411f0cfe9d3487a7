// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the template is the text under test.
import { describe, expect, test } from 'vitest';
import {
  applyFixes,
  type ExpressionProblem,
  parseExpression,
  printExpression,
  referencesOf,
  withoutSpans,
} from './index.ts';

const problemsOf = (text: string, bare = false): readonly ExpressionProblem[] => {
  const parsed = parseExpression(text, { bare });
  return parsed.kind === 'problems' ? parsed.problems : [];
};

const printed = (text: string, bare = false): string => {
  const parsed = parseExpression(text, { bare });
  return parsed.kind === 'tree' ? printExpression(parsed.tree) : `problem: ${parsed.problems[0]?.message}`;
};

const repaired = (text: string): string => applyFixes(text, problemsOf(text));

describe('reading', () => {
  test.each([
    ['1 + 2 * 3', '1 + (2 * 3)'],
    ['1 - 2 - 3', '(1 - 2) - 3'],
    ['$a or $b and $c', '$a or ($b and $c)'],
    ['$a || $b && $c', '$a or ($b and $c)'],
    ['not $a == $b', 'not ($a == $b)'],
    ['!$a == $b', '(!$a) == $b'],
    ['not $a and $b', '(not $a) and $b'],
    ['$a + 1 < $b * 2', '($a + 1) < ($b * 2)'],
    ['-$a.b', '-($a.b)'],
    ['$a + 7 days', '$a + (7 days)'],
    ['2 * 3 days', '2 * (3 days)'],
    ['$a not in $b', 'not ($a in $b)'],
    ['$a.b.startsWith("x")', 'startsWith($a.b, "x")'],
    ['"a".trim().upper()', 'upper(trim("a"))'],
    ['2h', '2 hours'],
    ['30 s', '30 seconds'],
    ['500 ms', '500 milliseconds'],
    ['1 min', '1 minutes'],
    ['$a . b [ 0 ]', '$a.b[0]'],
    ["'it\\'s'", '"it\'s"'],
    ['"\\u00e9\\n"', '"é\\n"'],
  ])('[E1] %s means %s', (text, meaning) => {
    const [a, b] = [parseExpression(text), parseExpression(meaning)];
    if (a.kind !== 'tree' || b.kind !== 'tree') throw new Error(text);
    expect(withoutSpans(a.tree)).toEqual(withoutSpans(b.tree));
  });

  test.each([
    ['($a)', '$a'],
    ['$a && ($b || $c)', '$a and ($b or $c)'],
    ['!($a in $b)', '$a not in $b'],
    ['(1 - (2 - 3))', '1 - (2 - 3)'],
    ['($n + 1) days', '($n + 1) days'],
    ['-(5)', '-(5)'],
    ['(5).a', '(5).a'],
    ['{"a": 1, "b c": 2}', '{a: 1, "b c": 2}'],
    ['$a?.b?.[0].c', '$a?.b?.[0].c'],
    ['$a.0.1', '$a.0.1'],
  ])('[E1] %s is printed as %s', (text, expected) => {
    expect(printed(text)).toBe(expected);
  });

  test('[E1] bare names may be written with or without a dollar sign', () => {
    expect(printed('origin == $target and size(items) > 0', true)).toBe(
      '$origin == $target and size($items) > 0',
    );
    expect(printed('days days', true)).toBe('$days days');
  });

  test('[E1] one-letter units follow a number only', () => {
    expect(printed('$n h')).toContain('problem');
    expect(printed('n m', true)).toContain('problem');
    expect(printed('$n hours')).toBe('$n hours');
  });
});

describe('errors', () => {
  test.each([
    ['$a = 5', '=', '$a == 5'],
    ['$a === 5', '===', '$a == 5'],
    ['$a !== 5', '!==', '$a != 5'],
    ['$a <> 5', '<>', '$a != 5'],
    ['$a & $b', '&', '$a && $b'],
    ['$a | $b', '|', '$a || $b'],
    ['a == 5', 'a', '$a == 5'],
    ['$a == True', 'True', '$a == true'],
    ['$a AND $b', 'AND', '$a and $b'],
    ['$a equals 5', 'equals', '$a == 5'],
    ['1 < $a < 3', '1 < $a < 3', '1 < $a and $a < 3'],
    ['$a = $b = 3', '=', '$a == $b and $b == 3'],
    ['$a > .5', '.5', '$a > 0.5'],
    ['007', '007', '7'],
    ['${order.total} > 1', '${order.total}', '$order.total > 1'],
    ['$size($a)', '$size', 'size($a)'],
    ['($a', '', '($a)'],
    ['[1, 2', '', '[1, 2]'],
    ['$a)', ')', '$a'],
    ['“gold” == $a', '“gold”', '"gold" == $a'],
    ['"\\d+"', '\\d', '"\\\\d+"'],
    ['{$a: 1}', '$a', '{a: 1}'],
    ['$a?.trim()', '?.', '$a.trim()'],
  ])('[E1] %s: the error is %s, and the correction is %s', (text, where, right) => {
    const [first] = problemsOf(text);
    expect(first?.rule).toBe('expression-syntax');
    expect(text.slice(first?.span.start, first?.span.end)).toBe(where);
    expect(repaired(text)).toBe(right);
    expect(parseExpression(right).kind).toBe('tree');
  });

  test.each([
    ['', 'ends, but a value is expected'],
    ['$a +', 'ends, but a value is expected'],
    ['$a and', 'ends, but a value is expected'],
    ['3 months', 'no fixed length'],
    ['$n years', 'no fixed length'],
    ['"abc', 'is not closed'],
    ['$', 'A name must follow'],
    ['$a.', 'A field must follow'],
    ['$a $b', 'is unexpected after'],
    ['$a == not $b', 'parentheses'],
    ['$a not 5', 'followed by `in`'],
    ['size', 'is a function'],
    ['1e999', 'too large'],
    ['$a ; $b', 'is unexpected here'],
    ['* 2', 'A value is expected'],
    ['{a: 1, a: 2}', 'two fields'],
    ['"\\u12"', 'is not an escape in a text'],
  ])('[E1] %s is refused: %s', (text, says) => {
    const [first] = problemsOf(text);
    expect(first?.message).toContain(says);
    expect(first?.expected).not.toBe('');
    expect(first?.actual).not.toBe('');
  });

  test('[E1] several errors are reported at once, each with a proposal', () => {
    expect(problemsOf('a = 1 & b = 2').map(({ span }) => span.start)).toEqual([0, 2, 6, 8, 10]);
    expect(repaired('a = 1 & b = 2')).toBe('$a == 1 && $b == 2');
  });
});

describe('references', () => {
  const references = (text: string) => {
    const parsed = parseExpression(text);
    if (parsed.kind !== 'tree') throw new Error(text);
    return referencesOf(parsed.tree).map(({ name, path, span, optional }) => [
      [name, ...path].join('.'),
      text.slice(span.start, span.end),
      optional,
    ]);
  };

  test('[E3] a reference is a name with its constant path and whether it may be absent', () => {
    expect(references('$a.b[0]["c d"].e > $f')).toEqual([
      ['a.b.0.c d.e', '$a.b[0]["c d"].e', false],
      ['f', '$f', false],
    ]);
    expect(references('$a.b[$i].c')).toEqual([
      ['a.b', '$a.b', false],
      ['i', '$i', false],
    ]);
    expect(references('default($a.b, $c)')).toEqual([
      ['a.b', '$a.b', true],
      ['c', '$c', false],
    ]);
    expect(references('$a?.b')).toEqual([['a.b', '$a?.b', true]]);
    expect(references('first($a)?.b')).toEqual([['a', '$a', true]]);
  });

  test('[E3] the fields of an outcome may be unset', () => {
    const outcome = {
      kind: 'call',
      name: '$outcome',
      args: [{ kind: 'object', fields: [{ key: 'a', value: { kind: 'name', name: 'a' } }] }],
    } as const;
    expect(referencesOf(outcome)).toEqual([
      { name: 'a', path: [], span: { start: 0, end: 0 }, optional: true },
    ]);
  });
});
