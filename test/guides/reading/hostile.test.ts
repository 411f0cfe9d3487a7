/** Hostile documents: their errors are reported at low cost, and nothing breaks. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/expression/index.ts';
import { check } from '../structure/one-fault.ts';
import { goodGuide } from './good-guide.ts';
import { formatViolations, readText, write } from './read-text.ts';

const step = { id: 'only-step', title: 'Only', prompt: 'Do it.' };
const small = { id: 'small-guide', name: 'Small', description: 'Small.', version: '1.0.0' };
const withStep = (more: { readonly [key: string]: Json }): string =>
  write({ ...small, steps: [{ ...step, ...more }] }, 'json');

const nested = (depth: number, wrap: (inside: Json) => Json, innermost: Json): Json => {
  let value = innermost;
  for (let at = 0; at < depth; at += 1) value = wrap(value);
  return value;
};

test('[U1.3] conditions that are nested too deeply are refused once', () => {
  const deep = (depth: number) =>
    readText(withStep({ runCondition: nested(depth, (not) => ({ not }), { var: 'a' }) }));
  expect(formatViolations(deep(19).violations)).toEqual([]);
  expect(formatViolations(deep(20).violations)).toEqual([expect.stringContaining('at most 20 levels deep')]);
});

test('[U1.3] rules that are nested too deeply are refused once', () => {
  const rule = { type: 'contains', value: 'a', message: 'b' };
  const deep = (depth: number) =>
    readText(withStep({ validationCriteria: nested(depth, (not) => ({ not }), rule) }));
  expect(formatViolations(deep(19).violations)).toEqual([]);
  expect(formatViolations(deep(20).violations)).toEqual([
    expect.stringMatching(/^bad-criteria .* at most 20 levels deep/),
  ]);
});

test('[U1.3] a document with extreme nesting is refused as a whole', () => {
  const { guide, violations } = readText(`${'{"steps":['.repeat(5000)}`);
  expect(guide).toBeNull();
  expect(violations.map(({ rule }) => rule)).toEqual(['limit']);
});

test('[U1.3] a document that is too long is refused as a whole', () => {
  const { guide, violations } = readText(withStep({ prompt: 'x'.repeat(1_100_000) }));
  expect(guide).toBeNull();
  expect(violations.map(({ rule }) => rule)).toEqual(['limit']);
});

test('[U1.3] a prompt of a megabyte is reported as too long, with its length', () => {
  const { violations } = readText(withStep({ prompt: 'x'.repeat(1_000_000) }));
  expect(formatViolations(violations)).toEqual([
    expect.stringContaining('at most 8192 characters, but has 1000000'),
  ]);
});

test('[U1.3] more rules than a step can have are refused once', () => {
  const rules = Array.from({ length: 600 }, (_, at) => ({ type: 'contains', value: `v${at}`, message: 'm' }));
  expect(formatViolations(readText(withStep({ validationCriteria: rules })).violations)).toEqual([
    expect.stringContaining('at most 500 validation rules'),
  ]);
});

test('[U1.3] more steps than a guide can have are refused once', () => {
  const body = Array.from({ length: 1000 }, (_, at) => ({ ...step, id: `step-${at}` }));
  const loop = {
    id: 'the-loop',
    type: 'loop',
    title: 'Loop',
    loop: { type: 'for', count: 1, maxIterations: 1 },
    body,
  };
  expect(check(write({ ...small, steps: body }, 'json')).violations).toEqual([]);
  const { guide, violations } = readText(write({ ...small, steps: [loop] }, 'json'));
  expect(formatViolations(violations)).toEqual([expect.stringContaining('at most 1000 steps')]);
  expect(guide?.steps).toEqual([]);
});

test('[U1.3] keys such as “__proto__” are unknown keys, or only data', () => {
  const text = `{"__proto__": {"id": "stolen"}, ${write(goodGuide, 'json').slice(1)}`;
  const { guide, violations } = readText(text);
  expect(violations.map(({ rule, path }) => [rule, path])).toEqual([['unknown-key', '__proto__']]);
  expect(guide?.id).toBe('good-guide');
  const inside = readText(
    withStep({}).replace('"prompt"', '"runCondition": {"var": "a", "equals": {"__proto__": 1}}, "prompt"'),
  );
  expect(inside.violations).toEqual([]);
  const condition = inside.guide?.steps[0]?.runCondition?.condition;
  expect(JSON.stringify(condition)).toBe('{"var":"a","equals":{"__proto__":1}}');
  expect(Object.getPrototypeOf(condition?.equals)).toBe(Object.prototype);
});

test.each(['', '   \n', '# nothing', 'null'])(
  '[U1.3] an empty document (%j) is not a guide, and that is reported once',
  (text) => {
    const { guide, violations } = readText(text);
    expect(guide).toBeNull();
    expect(violations).toHaveLength(1);
  },
);

test.each(['[]', '"steps"', '7', '[{"id":"a"}]'])(
  '[U1.3] %s is not a guide, and that is reported once',
  (text) => {
    const { guide, violations } = readText(text);
    expect(guide).toBeNull();
    expect(violations.map(({ rule }) => rule)).toEqual(['wrong-type']);
  },
);

test('[U1.3] a value of another type at any location breaks nothing', () => {
  const fewer = { ...goodGuide, steps: (goodGuide['steps'] as readonly Json[]).slice(0, 2) };
  const places = placesIn(fewer);
  const wrongs = [null, 7.5, true, 'text', [], {}, [[]], { a: null }];
  places.forEach((place, at) => {
    const wrong = wrongs[at % wrongs.length] ?? null;
    const { violations } = readText(JSON.stringify(replaced(fewer, place, wrong)));
    for (const { message, line } of violations) expect([message.trim() === '', line]).toEqual([false, 1]);
  });
  expect(places.length).toBeGreaterThan(90);
});

type Place = readonly (string | number)[];

function placesIn(value: Json, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inside = Object.entries(value).flatMap(([key, part]) => placesIn(part, [...at, key]));
  return at.length === 0 ? inside : [at, ...inside];
}

function replaced(value: Json, [first, ...rest]: Place, wrong: Json): Json {
  if (first === undefined) return wrong;
  if (Array.isArray(value))
    return value.map((part, at) => (String(at) === first ? replaced(part, rest, wrong) : part));
  const map = value as { readonly [key: string]: Json };
  return { ...map, [first]: replaced(map[first] ?? null, rest, wrong) };
}

test.each([
  ['pattern', { type: 'regex', pattern: `${'\\p{L}'.repeat(150)}`, message: 'Matches.' }],
  [
    'schema',
    {
      type: 'schema',
      message: 'Fits.',
      schema: { enum: Array.from({ length: 200 }, (_, at) => at) },
    },
  ],
])('[U1.3] more of a %s than can be compiled is refused once, and the rest is not checked', (_, rule) => {
  const steps = Array.from({ length: 150 }, (__, at) => ({
    ...step,
    id: `step-${at}`,
    validationCriteria: [rule],
  }));
  expect(formatViolations(readText(write({ ...small, steps }, 'json')).violations)).toEqual([
    expect.stringContaining('exceed the limit of'),
  ]);
});
