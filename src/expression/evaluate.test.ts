import { describe, expect, test } from 'vitest';
import {
  evaluate,
  expressionEvaluator,
  isDate,
  type Json,
  parseDate,
  parseDuration,
  parseExpression,
  readDates,
  type Type,
} from './index.ts';

const at = Date.UTC(2026, 2, 1, 9, 30);
const values: { readonly [name: string]: Json } = {
  n: 3,
  text: 'abc',
  none: null,
  list: [1, 2, 3],
  empty: [],
  day: '2026-03-01',
  time: '2026-03-01T12:00:00+02:00',
  availability: { seats_available: 4, length: 99 },
  user: { name: 'Ada', born: '1815-12-10' },
};
const run = (text: string) => evaluate(parseExpression(text), values, at);
const computed = (text: string): Json => {
  const result = run(text);
  if (result.kind !== 'value') throw new Error(`${text}: ${JSON.stringify(result)}`);
  return result.value;
};
const failureOf = (text: string): string => {
  const result = run(text);
  return result.kind === 'failure' ? `${result.reason}: ${result.message}` : JSON.stringify(result);
};

describe('values', () => {
  test.each<[string, Json]>([
    ['1 == 1.0', true],
    ['"1" == 1', false],
    ['null == false', false],
    ['[1, {a: 2}] == [1.0, {a: 2}]', true],
    ['{a: 1, b: 2} == {b: 2, a: 1}', true],
    ['[1] == [1, 2]', false],
    ['{a: 1} == {b: 1}', false],
    ['1 != 2', true],
    ['1 < 2 and "a" < "b" and 1 hour < 2 hours and date("2026-01-01") < date("2026-01-02")', true],
    ['2 in [1, 2.0]', true],
    ['"seats_available" in $availability', true],
    ['"b" in $text', true],
    ['4 not in $list', true],
    ['1 / 2', 0.5],
    ['7 % 3', 1],
    ['-7 % 3', -1],
    ['0.1 + 0.2', 0.30000000000000004],
    ['[1] + [2]', [1, 2]],
    ['"a" + "b"', 'ab'],
    ['0 * -1', 0],
  ])('[E2] %s is %j', (text, value) => {
    expect(computed(text)).toEqual(value);
  });

  test('[E2] null, false, 0, "" and empty values are false, all other values are true', () => {
    for (const text of ['null', 'false', '0', '""', '[]', '{}'])
      expect(computed(`!${text}`), text).toBe(true);
    for (const text of ['true', '-1', '" "', '[null]', '{a: null}', '"false"', '0 days', 'today()']) {
      expect(computed(`!${text}`), text).toBe(false);
    }
  });

  test('[E2] logical operators return true or false and stop early', () => {
    expect(computed('"a" or 1 / 0')).toBe(true);
    expect(computed('0 and 1 / 0')).toBe(false);
    expect(computed('"a" and $list')).toBe(true);
    expect(failureOf('1 / 0 or true')).toContain('division by zero');
  });

  test.each([
    ['1 < "2"', 'type'],
    ['true < false', 'type'],
    ['null < 1', 'type'],
    ['[1] < [2]', 'type'],
    ['1 hour < 5', 'type'],
    ['today() < "tomorrow"', 'value'],
    ['1 + "a"', 'type'],
    ['[1] + 1', 'type'],
    ['"a" * 2', 'type'],
    ['-"a"', 'type'],
    ['1 in 5', 'type'],
    ['1 in "123"', 'type'],
    ['1 / 0', 'value'],
    ['1 % 0', 'value'],
    ['1 hour / 0', 'value'],
    ['1e308 * 10', 'value'],
    ['"a" days', 'type'],
    ['1e300 days', 'value'],
  ])('[E2] %s has no value (%s)', (text, reason) => {
    const result = run(text);
    expect(result.kind === 'failure' && result.reason).toBe(reason);
  });

  test('[E2] a failure prints the part where it happened', () => {
    expect(failureOf('[1, 2 * (3 / 0)]')).toBe('value: `3 / 0`: division by zero.');
    expect(failureOf('1 hour + 1e300 days')).toContain('`1e+300 days`: ');
    expect(failureOf('size(upper($n))')).toContain('`upper($n)`: ');
  });

  test('[E2] adding a value to a text reports how to convert it', () => {
    expect(failureOf('"n: " + $n')).toContain('`string(…)`');
  });
});

describe('functions', () => {
  test.each<[string, Json]>([
    ['size("é😀") + size([1]) + size({a: 1, b: 2})', 5],
    ['contains("abc", "b") and contains([1], 1.0) and contains({a: 1}, "a")', true],
    ['"abc".startsWith("a") and "abc".endsWith("c")', true],
    ['matches("order 42", "[0-9]+$")', true],
    ['matches("order", "^r")', false],
    ['lower("ÀB") + upper("ß") + trim(" x ")', 'àbSSx'],
    ['string(1.50) + string(true) + string(null) + string("x")', '1.5truenullx'],
    [
      'string({b: [1, "x"], a: date("2026-03-01"), c: 90 seconds})',
      '{"a":"2026-03-01","b":[1,"x"],"c":"1 minute 30 seconds"}',
    ],
    ['int("42") + int(-1.7)', 41],
    ['float("1.5e1")', 15],
    ['bool("true") and not bool("false")', true],
    ['[min(3, 1, 2), max([3, 1, 2]), sum([1, 2.5]), sum([]), min("b", "a")]', [1, 3, 3.5, 0, 'a']],
    ['max(1 hour, 30 minutes) == 60 minutes', true],
    ['min(date("2026-03-02"), "2026-03-01")', '2026-03-01'],
    ['[first($list), last($list)]', [1, 3]],
    ['keys({b: 1, a: 2})', ['a', 'b']],
    ['values({b: 1, a: 2})', [2, 1]],
    ['range(2, 5)', [2, 3, 4]],
    ['range(5, 2)', []],
    ['now()', '2026-03-01T09:30:00Z'],
    ['today()', '2026-03-01'],
  ])('[E2] %s is %j', (text, value) => {
    expect(computed(text)).toEqual(value);
  });

  test.each([
    ['int("4 2")', 'value'],
    ['int("1.5")', 'value'],
    ['int("")', 'value'],
    ['int(true)', 'type'],
    ['float("1,5")', 'value'],
    ['float("Infinity")', 'value'],
    ['bool("yes")', 'value'],
    ['date("2026-02-30")', 'value'],
    ['sum(["a"])', 'type'],
    ['max(1, "a")', 'type'],
    ['range(0.5, 2)', 'value'],
    ['range(1, today())', 'type'],
    ['upper(1)', 'type'],
    ['size(5)', 'type'],
    ['keys([1])', 'type'],
    ['contains("abc", 1)', 'type'],
  ])('[E2] %s has no value (%s)', (text, reason) => {
    const result = run(text);
    expect(result.kind === 'failure' && result.reason).toBe(reason);
  });

  test.each(['first', 'last', 'min', 'max'])(
    '[E3] %s of an empty list is absent, and the message proposes a default',
    (name) => {
      expect(failureOf(`${name}($empty)`)).toMatch(/^absent: .*default/);
      expect(computed(`default(${name}($empty), "nothing")`)).toBe('nothing');
    },
  );
});

describe('references', () => {
  test('[E3] a missing field is reported with the most similar one', () => {
    expect(failureOf('$availability.seats_avaiable + 1')).toBe(
      'absent: `$availability.seats_avaiable`: field “seats_avaiable” does not exist in `$availability`. Did you mean “seats_available”?',
    );
    expect(failureOf('$user["nam"]')).toContain('Did you mean “name”?');
    expect(failureOf('$nothing.at.all')).toBe('absent: `$nothing` is not set.');
    expect(failureOf('$list[3]')).toContain('item 3 does not exist in `$list`, which has 3');
    expect(failureOf('$list[-1]')).toContain('last(…)');
    expect(failureOf('$none.field')).toContain('`$none` is null');
  });

  test('[E3] messages never show a value', () => {
    for (const text of [
      '$user.born.x',
      '$user.born * 2',
      'int($user.born)',
      '$user < 1',
      'sum([$user.born])',
    ]) {
      expect(failureOf(text)).not.toContain('1815');
    }
  });

  test.each<[string, Json]>([
    ['$nothing?.field', null],
    ['$none?.field', null],
    ['$user?.nothing', null],
    ['$user?.name', 'Ada'],
    ['$user.nothing?.more', null],
    ['$list?.[9]', null],
    ['default($nothing, 1)', 1],
    ['default($user.nothing.more, 1)', 1],
    ['default($none, 1)', 1],
    ['default($list[9] + 1, 1)', 1],
    ['default(0, 1)', 0],
    ['default($n, 1 / 0)', 3],
  ])('[E3] %s allows absence: %j', (text, value) => {
    expect(computed(text)).toEqual(value);
  });

  test('[E3] only absence is allowed', () => {
    expect(failureOf('default(1 / 0, 1)')).toContain('division by zero');
    expect(failureOf('$n?.field')).toContain('type');
  });

  test('[E3] length is the size, unless a field has that name', () => {
    expect(computed('[$list.length, "é😀".length, $user.length, $availability.length]')).toEqual([
      3, 2, 2, 99,
    ]);
  });
});

describe('dates and durations', () => {
  test.each<[string, Json]>([
    ['$day + 7 days', '2026-03-08'],
    ['$day + 36 hours', '2026-03-02T12:00:00Z'],
    ['$day - 1 day', '2026-02-28'],
    ['7 days + $day', '2026-03-08'],
    ['date($time)', '2026-03-01T10:00:00Z'],
    ['date("2024-02-28") + 1 day', '2024-02-29'],
    ['date("2026-03-29T00:30:00Z") + 24 hours', '2026-03-30T00:30:00Z'],
    ['date("2026-03-05") - $day', 345_600_000],
    ['"2026-03-05" - $day == 4 days', true],
    ['$time - 1.5 seconds', '2026-03-01T09:59:58.500Z'],
    ['1 hour + 30 minutes', 5_400_000],
    ['2 days / 1 day', 2],
    ['1 day / 4 == 6 hours', true],
    ['2 * 1 week', 1_209_600_000],
    ['-1 hour', -3_600_000],
    ['$n days', 259_200_000],
    ['date("2026-03-01") == "2026-03-01T00:00:00Z"', true],
    ['date($time) == "2026-03-01T10:00:00Z"', true],
    ['date($day) == "first of March"', false],
    ['$day < today() + 1 day', true],
    ['today() in ["2026-03-01"]', true],
    ['range($day, "2026-03-04")', ['2026-03-01', '2026-03-02', '2026-03-03']],
    ['range($day, $day)', []],
    ['{due: [$day + 1 day], after: 2 hours}', { due: ['2026-03-02'], after: 7_200_000 }],
    ['string(0 days) + string(-90 minutes)', '0 seconds-1 hour 30 minutes'],
  ])('[E5] %s is %j', (text, value) => {
    expect(computed(text)).toEqual(value);
  });

  test('[E5] a date outside the calendar has no value', () => {
    expect(failureOf('date("9999-12-31") + 1 day')).toMatch(/^value/);
    expect(failureOf('"someday" + 1 day')).toMatch(/^value/);
    expect(failureOf('5 + 1 day')).toMatch(/^type/);
  });

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-3-1',
    '2026-03-01T10:00:00',
    '2026-03-01T24:00:00Z',
    '2026-03-01 10:00:00Z',
    '2026-03-01T10:00:60Z',
    '2026-03-01T10:00:00+25:00',
    '0000-01-01T00:00:00+01:00',
    '20260301',
    '',
  ])('[E5] %s is not a date', (text) => {
    expect(isDate(text)).toBe(false);
  });

  test('[E5] years below 100 are not read as 19xx', () => {
    expect(parseDate('0001-01-01')).toEqual({ milliseconds: -62_135_596_800_000, hasTime: false });
    expect(computed('date("0099-12-31") + 1 day')).toBe('0100-01-01');
  });

  test.each<[string, number | undefined]>([
    ['5 seconds', 5_000],
    ['2h', 7_200_000],
    ['1 day', 86_400_000],
    ['1 hour 30 minutes', 5_400_000],
    ['1.5h', 5_400_000],
    ['-2 days', -172_800_000],
    ['500ms', 500],
    ['5', undefined],
    ['five days', undefined],
    ['1 month', undefined],
    ['', undefined],
    ['1 day later', undefined],
  ])('[E5] the text “%s” is %s milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });
});

describe('calls that only compilers write', () => {
  const names = ['a', 'b', 'c'];
  const internal = (name: string, arg: Json, set: readonly (Json | undefined)[] = []): Json =>
    expressionEvaluator.compile({ kind: 'call', name, args: [arg] }, (each) => names.indexOf(each))({
      get: (reference) => set[reference],
      at: 1_000,
      effort: { left: 1_000 },
    });
  const a: Json = { kind: 'name', name: 'a' };
  const object: Json = {
    kind: 'object',
    fields: names.map((name) => ({ key: name.toUpperCase(), value: { kind: 'name', name } })),
  };

  test('[E2] authors cannot write them', () => {
    expect(parseExpression('$truth(1)').kind).toBe('problems');
  });

  test('[E2] truth returns true or false', () => {
    expect(internal('$truth', a, [[0]])).toBe(true);
    expect(internal('$truth', a, [[]])).toBe(false);
  });

  test('[E5] a moment is a date, or a time from now', () => {
    expect(internal('$moment', a, ['1970-01-02'])).toBe(86_400_000);
    expect(internal('$moment', a, ['2 seconds'])).toBe(3_000);
    expect(internal('$moment', a, [500])).toBe(1_500);
    expect(() => internal('$moment', a, ['soon'])).toThrow('neither a date nor a duration');
    expect(() => internal('$moment', a, [true])).toThrow('neither');
  });

  test('[E5] values with a date type are compared as dates, other values stay unchanged', () => {
    const date: Type = { kind: 'date' };
    const types: { readonly [name: string]: Type } = { a: date, b: date, c: date, text: { kind: 'string' } };
    const compare = (text: string, given: { readonly [name: string]: Json }): Json | string => {
      const parsed = parseExpression(text);
      if (parsed.kind !== 'tree') throw new Error(text);
      const tree = readDates(parsed.tree, (name) => types[name]);
      const result = evaluate({ kind: 'tree', tree }, given, 0);
      return result.kind === 'value' ? result.value : result.kind;
    };
    const given = {
      a: '2026-03-01T10:00:00+02:00',
      b: '2026-03-01T08:00:00Z',
      c: '2026-03-01T09:00:00+02:00',
    };
    expect(compare('$a == $b', given)).toBe(true);
    expect(compare('$c < $b', given)).toBe(true);
    expect(compare('not ($a in [$c, $b])', given)).toBe(false);
    expect(compare('min($b, $c)', given)).toBe('2026-03-01T07:00:00Z');
    expect(compare('$text == $b', { ...given, text: given.a })).toBe(false);
    expect(compare('$a == $b', { a: null, b: given.b })).toBe(false);
    expect(compare('$a', given)).toBe(given.a);
  });

  test('[E5] milliseconds are a duration, a number or a duration text', () => {
    expect(internal('$milliseconds', { kind: 'duration', amount: a, unit: 1_000 }, [2])).toBe(2_000);
    expect(internal('$milliseconds', a, ['2h'])).toBe(7_200_000);
    expect(() => internal('$milliseconds', a, ['2026-03-01'])).toThrow('not a duration');
  });

  test('[E3] an outcome contains the set fields: the only one, or all', () => {
    expect(internal('$outcome', object, [undefined, 5])).toBe(5);
    expect(internal('$outcome', object, [1, undefined, null])).toEqual({ A: 1, C: null });
    expect(internal('$outcome', object, [])).toEqual({});
  });
});

test('[E5] exactly the days of the calendar are dates', () => {
  const day = new Date(0);
  day.setUTCFullYear(0, 0, 1);
  for (let at = day.getTime(); at < Date.UTC(2101, 0, 1); at += 86_400_000 * 13) {
    const text = new Date(at).toISOString().slice(0, 10);
    expect(parseDate(text)).toEqual({ milliseconds: at, hasTime: false });
  }
  for (const [year, leap] of [
    [1900, false],
    [2000, true],
    [2024, true],
    [2026, false],
  ] as const) {
    expect(isDate(`${year}-02-29`)).toBe(leap);
    expect(isDate(`${year}-04-31`)).toBe(false);
  }
});
