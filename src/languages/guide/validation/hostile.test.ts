/** Hostile rules and outputs. The tests show that validation ends: effort is counted, not timed. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../expression/index.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { Criteria } from '../model/schema.ts';
import { checkOutput } from './check-output.ts';
import { checkSchema, compileSchema } from './compile-schema.ts';
import { createEffort } from './effort.ts';
import type { OutputIssue } from './output-verdict.ts';
import { readOutput } from './read-output.ts';

const megabyte = 1_048_576;

function issuesOf(criteria: Criteria, output: Json): readonly OutputIssue[] {
  const requirements = { criteria, contract: null, assessments: [], consequences: [] };
  const verdict = checkOutput(requirements, output, createLookUp({}));
  if (verdict.kind === 'malformed') throw new Error(verdict.message);
  expect(verdict.valid).toBe(verdict.issues.length === 0);
  return verdict.issues;
}

const regex = (pattern: string): Criteria => [{ type: 'regex', pattern, message: pattern }];

test.each(['(a+)+$b', '(a|aa)+b', '(.*a){20}b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:a?){50}a{50}b'])(
  '[U5.1] a catastrophic pattern is answered: %s',
  (pattern) => expect(issuesOf(regex(pattern), 'a'.repeat(megabyte))).toHaveLength(1),
);

test('[U5.1] an output that is too long for a pattern is refused, for a rule and for its negation', () => {
  const rule = { type: 'regex', pattern: '(?:[ab]?){900}c$', message: 'must not be' } as const;
  const long = 'a'.repeat(megabyte);
  for (const criteria of [
    [rule],
    { not: rule },
    { or: [rule] },
    { not: { not: rule } },
  ] satisfies Criteria[]) {
    const [issue] = issuesOf(criteria, long);
    expect(issue?.actual).toBe('too long to check');
  }
});

test('[U5.1] many rules on a long output share one effort limit', () => {
  const rules = Array.from({ length: 200 }, (_, i) => ({
    type: 'regex' as const,
    pattern: `(?:[ab]c?){20}${i}y`,
    message: 'm',
  }));
  const issues = issuesOf(rules, 'ab'.repeat(megabyte / 2));
  expect(issues).toHaveLength(200);
  expect(issues.filter(({ actual }) => actual === 'too long to check').length).toBeGreaterThan(180);
});

test('[U5.1] checking the same costs the same, and longer output costs more', () => {
  const cost = (schema: Json, data: Json): number => {
    const compiled = compileSchema(schema);
    const effort = createEffort();
    const before = effort.left;
    if (compiled.kind === 'schema') compiled.check(data, effort);
    return before - effort.left;
  };
  const list = (length: number): Json => Array.from({ length }, (_, i) => ({ a: i }));
  for (const schema of [
    { uniqueItems: true },
    { items: { anyOf: [{ type: 'string' }, { required: ['b'] }] } },
    { items: { properties: { a: { enum: [1, 2, 3] } } } },
  ]) {
    const [once, again] = [cost(schema, list(1_000)), cost(schema, list(1_000))];
    expect(again).toBe(once);
    // Twice the data is twice the work: no pairs are compared.
    expect(cost(schema, list(4_000)) - cost(schema, list(3_000))).toBeLessThanOrEqual(1.1 * once);
  }
});

describe('schemas', () => {
  const schema = (value: Json): Criteria => [
    { type: 'schema', schema: value as { readonly [key: string]: Json }, message: 'S' },
  ];
  const doubling = (operator: string): Json => {
    const steps = Array.from({ length: 60 }, (_, i) => [
      `a${i}`,
      { [operator]: [{ $ref: `#/$defs/a${i + 1}` }, { $ref: `#/$defs/a${i + 1}` }] },
    ]);
    return { $defs: { ...Object.fromEntries(steps), a60: { type: 'string' } }, $ref: '#/$defs/a0' };
  };

  test.each(['anyOf', 'oneOf', 'allOf'])('[U5.1] alternatives that double at each step: %s', (operator) => {
    const [issue] = issuesOf(schema(doubling(operator)), { a: 1 });
    expect(issue?.actual).toMatch(/cannot be checked: there is too much/);
  });

  test('[U5.1] a check that cannot finish does not satisfy a not', () => {
    const rule = {
      type: 'schema',
      schema: doubling('anyOf') as { readonly [key: string]: Json },
      message: 'no',
    } as const;
    expect(issuesOf({ not: rule }, { a: 1 })).toHaveLength(1);
  });

  test('[U5.1] a long list whose items must be unique', () => {
    const list = Array.from({ length: 30_000 }, (_, i) => ({ id: i }));
    expect(issuesOf(schema({ uniqueItems: true }), list)).toEqual([]);
    expect(issuesOf(schema({ uniqueItems: true }), [...list, { id: 5 }])).toHaveLength(1);
  });

  test('[U5.1] a long list with errors in every item', () => {
    const list = Array.from({ length: 50_000 }, (_, i) => i);
    const some = schema({ items: { anyOf: Array.from({ length: 50 }, () => ({ type: 'string' })) } });
    expect(issuesOf(some, list)).toHaveLength(1);
    expect(issuesOf(schema({ items: { type: 'string' } }), list)).toHaveLength(1);
  });

  test('[U5.1] data that is deeper than any stack', () => {
    let deep: Json = {};
    for (let i = 0; i < 100_000; i += 1) deep = { a: deep };
    const recursive = schema({ properties: { a: { $ref: '#' } } });
    expect(issuesOf(recursive, deep)[0]?.actual).toBe('more levels');
    expect(issuesOf([], deep)).toHaveLength(1);
    const text = `${'{"a":'.repeat(100_000)}{}${'}'.repeat(100_000)}`;
    expect(issuesOf(recursive, text)[0]?.actual).toMatch(/nested too deep/);
    expect(issuesOf(recursive, text.slice(0, -1))[0]?.actual).toMatch(/not JSON: it ends too early/);
  });

  test('[U5.4] schemas that are too large, too deep or too complex are refused', () => {
    let deep: Json = true;
    for (let i = 0; i < 100_000; i += 1) deep = { not: deep };
    expect(checkSchema(deep)).toMatch(/levels deep/);
    expect(checkSchema({ enum: Array.from({ length: 100_000 }, (_, i) => i) })).toMatch(/at most \d+ values/);
    expect(checkSchema({ title: 'x'.repeat(megabyte) })).toMatch(/at most \d+ characters/);
    const chain = Object.fromEntries(
      Array.from({ length: 700 }, (_, i) => [`a${i}`, { items: { $ref: `#/$defs/a${(i + 1) % 700}` } }]),
    );
    expect(checkSchema({ $defs: chain, $ref: '#/$defs/a0' })).toMatch(/more than 150 places/);
  });

  test('[U5.1] a chain of references of the maximum length is valid', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 150 }, (_, i) => [
        `a${i}`,
        i < 149 ? { $ref: `#/$defs/a${i + 1}` } : { type: 'string' },
      ]),
    );
    expect(issuesOf(schema({ $defs: chain, $ref: '#/$defs/a0' }), '"x"')).toEqual([]);
    expect(issuesOf(schema({ $defs: chain, $ref: '#/$defs/a0' }), '5')).toHaveLength(1);
  });

  test('[U5.1] names of inherited properties are ordinary names', () => {
    const names = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}') as Json;
    expect(issuesOf(schema({ properties: names }), {})).toEqual([]);
    const requirements = schema({ properties: names, required: ['__proto__', 'constructor', 'toString'] });
    expect(issuesOf(requirements, {})[0]?.expected).toMatch(/^“__proto__”/);
    expect(issuesOf(requirements, '{"__proto__": "x", "constructor": "y", "toString": 1}')).toEqual([]);
    expect(issuesOf(schema({ $ref: '#/properties/__proto__', properties: names }), '"x"')).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'type')).toBe(false);
  });
});

test('[U5.1] an output of a megabyte is validated against rules of all types', () => {
  const text = `start ${'word '.repeat(megabyte / 5)}end`;
  const issues = issuesOf(
    [
      { type: 'contains', value: 'end', message: 'a' },
      { type: 'regex', pattern: '^start\\b.*\\bend$', message: 'b' },
      { type: 'length', min: megabyte, max: 2 * megabyte, message: 'c' },
      { type: 'schema', schema: { type: 'object' }, message: 'd' },
    ],
    text,
  );
  expect(issues.map(({ message }) => message)).toEqual(['d']);
});

test('[U5.1] an output is read once for all rules', () => {
  const output = readOutput('{"a": 1}');
  expect(output.data()).toBe(output.data());
});

test('[U5.3] a schema that requires very much has no example, and is answered nevertheless', () => {
  const names = Array.from({ length: 100 }, (_, i) => `p${i}`);
  const level = (next: string): Json => ({
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: next }])),
  });
  const defs = { a: level('#/$defs/b'), b: level('#/$defs/c'), c: level('#/$defs/d'), d: { type: 'string' } };
  const schema = { $defs: defs, $ref: '#/$defs/a' };
  const verdict = checkOutput(
    {
      criteria: [{ type: 'schema', schema, message: 'S' }],
      contract: null,
      assessments: [],
      consequences: [],
    },
    {},
    createLookUp({}),
  );
  expect(verdict.kind === 'checked' && verdict.suggestions[1]).toMatch(
    /^Add “p0”: an object with “p0”, .* …\.$/,
  );
});
