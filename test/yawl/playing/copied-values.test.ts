/** Tests mappings that only copy: they run without a query, with the same result as the query. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/kernel/index.ts';
import type { QueryEngine } from '../../../src/languages/query-engine.ts';
import { createYawlEvaluator } from '../../../src/languages/yawl/evaluate/evaluator.ts';
import type { MapSource } from '../../../src/languages/yawl/evaluate/evaluator-source.ts';
import { openQueryEngine } from '../../../src/runtime/index.ts';

const engine = openQueryEngine({ turnMs: Number.POSITIVE_INFINITY });
let asked = 0;
const counting: QueryEngine = {
  check: (queries) => engine.check(queries),
  evaluate(query, document, at) {
    asked += 1;
    return engine.evaluate(query, document, at);
  },
};
const evaluator = createYawlEvaluator(counting);

const simple = (base: string) => ({ kind: 'simple', base }) as const;
const element = (name: string, base: string, min: number, max: number | null) =>
  ({ kind: 'element', name, type: simple(base), min, max }) as const;
const complex = (min: number, attributes: readonly string[] = []) =>
  ({
    kind: 'complex',
    attributes: attributes.map((name) => ({ name, type: simple('string'), required: false })),
    content: {
      kind: 'elements',
      particle: {
        kind: 'sequence',
        min: 1,
        max: 1,
        parts: [element('a', 'string', min, null), element('b', 'decimal', 0, 1)],
      },
    },
  }) as const;

const types = { Order: complex(1), Optional: complex(0), Noted: complex(1, ['note']) };
const named = (name: keyof typeof types) => ({ kind: 'named', name }) as const;

const cases: readonly (readonly [MapSource['to']['type'], readonly Json[]])[] = [
  [simple('string'), ['', 'a b', ' <&> "x" ', 'line\nend', null]],
  [simple('int'), [0, -7, null]],
  [simple('decimal'), [1.5, 0, '123456789012345678901234567890.5', null]],
  [simple('boolean'), [true, false, null]],
  [simple('date'), ['2026-02-28', '2026-02-28Z', null]],
  [named('Order'), [{ a: ['x', ''], b: 2.5 }, { a: ['<y>'] }, null]],
  [named('Optional'), [{}, { a: ['x'] }, { b: 0 }, null]],
  [named('Noted'), [{ '@note': 'n', a: ['x'] }, { a: ['x'] }, null]],
];

const queries = ['/N/x', '<y>{/N/x/text()}</y>', '<y>{/N/x/*}</y>', '<y> { /N/x/node() } </y>'];

/** The same query in a notation that is not recognized as a copy. */
const disguised = (query: string): string => `(${query}, ())`;

function compute(source: MapSource, value: Json | undefined): Json {
  const names = ['x', '$output', '$input'];
  const compiled = evaluator.compile(source as unknown as Json, (name) => names.indexOf(name), {
    types,
  } as unknown as Json);
  const get = (reference: number): Json | undefined =>
    names[reference] === '$output'
      ? value === undefined
        ? {}
        : { x: value }
      : names[reference] === 'x'
        ? value
        : undefined;
  try {
    return { value: compiled({ get, at: 0, effort: { left: 0 } }) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : '' };
  }
}

describe.each(['net', 'output'] as const)('what is copied from the %s', (from) => {
  test.each(queries)('[Y4.2] [Y4.4] %s returns the result of its query', (query) => {
    for (const [type, values] of cases) {
      for (const value of [...values, undefined]) {
        for (const required of [true, false]) {
          const over = { from, root: 'N', fields: [{ name: 'x', type, required: false }] };
          const source: MapSource = { do: 'map', query, over, to: { name: 'y', type, required } };
          const where = { type: JSON.stringify(type), value, required };
          const plain = compute({ ...source, query: disguised(query) }, value);
          expect({ ...where, result: compute(source, value) }).toEqual({ ...where, result: plain });
        }
      }
    }
  });
});

test('[Y4.4] a mapping to another type, or with more than a copy, is evaluated', () => {
  const over = {
    from: 'net',
    root: 'N',
    fields: [{ name: 'x', type: simple('int'), required: false }],
  } as const;
  const source: MapSource = {
    do: 'map',
    query: '/N/x',
    over,
    to: { name: 'y', type: simple('int'), required: false },
  };
  const count = (each: MapSource): number => {
    asked = 0;
    compute(each, 5);
    return asked;
  };
  expect(count(source)).toBe(0);
  for (const more of [
    { ...source, to: { ...source.to, type: simple('string') } },
    { ...source, query: '/M/x' },
    { ...source, query: '<y>{/N/x/text()}</z>' },
    { ...source, query: '<y>{/N/x/text()}!</y>' },
    { ...source, query: '<y>{/N/x/*}</y>' },
    { ...source, query: '//x' },
  ]) {
    expect([more.query, count(more)]).toEqual([more.query, 1]);
  }
});
