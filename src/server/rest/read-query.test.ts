import { expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import { createRandom } from '../../testing/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { readQuery } from './read-query.ts';

const schemas = new Map<string, JsonObject>([
  ['limit', { type: 'integer' }],
  ['share', { type: 'number' }],
  ['waiting', { type: 'boolean' }],
  ['text', { type: 'string' }],
  ['statuses', { type: 'array', items: { type: 'string' } }],
  ['counts', { type: 'array', items: { type: 'integer' } }],
]);

const read = (query: string) => {
  const { fields, violations } = readQuery(`http://localhost/v1/runs${query}`, schemas);
  return { fields: Object.fromEntries(fields), rules: violations.map(({ path, rule }) => [path, rule]) };
};

const rows: readonly (readonly [query: string, fields: { readonly [name: string]: Json }])[] = [
  ['', {}],
  ['?', {}],
  ['?&&', {}],
  ['?limit=20', { limit: 20 }],
  ['?limit=-3&share=0.25', { limit: -3, share: 0.25 }],
  ['?limit=1.5', { limit: 1.5 }],
  ['?waiting=true', { waiting: true }],
  ['?waiting=false', { waiting: false }],
  ['?text=20', { text: '20' }],
  ['?text=true', { text: 'true' }],
  ['?text', { text: '' }],
  ['?text=a=b', { text: 'a=b' }],
  ['?text=two+words%20and%2Bmore', { text: 'two words and+more' }],
  ['?text=a,b', { text: 'a,b' }],
  ['?text=twice&text=twice', { text: 'twice' }],
  ['?statuses=failed', { statuses: ['failed'] }],
  ['?statuses=failed,cancelled&statuses=completed', { statuses: ['failed', 'cancelled', 'completed'] }],
  ['?counts=1,2', { counts: [1, 2] }],
  ['?statuses=', { statuses: [] }],
];

test.each(rows)('[W4.1] the query %s is parsed by the types of the fields', (query, fields) => {
  expect(read(query)).toEqual({ fields, rules: [] });
});

const odd: readonly (readonly [query: string, fields: { readonly [name: string]: Json }])[] = [
  ['?limit=many', { limit: 'many' }],
  ['?limit=', { limit: '' }],
  ['?limit=1e3', { limit: '1e3' }],
  ['?limit=0x10', { limit: '0x10' }],
  ['?limit=Infinity', { limit: 'Infinity' }],
  ['?limit=9999999999999999999', { limit: '9999999999999999999' }],
  ['?waiting=yes', { waiting: 'yes' }],
  ['?waiting=TRUE', { waiting: 'TRUE' }],
  ['?other=1', { other: '1' }],
];

test.each(odd)(
  '[W4.1] a value of the wrong type stays text, and the operation refuses it: %s',
  (query, fields) => {
    expect(read(query)).toEqual({ fields, rules: [] });
  },
);

test('[W4.1] two values for one field are refused, and so is invalid URL encoding', () => {
  expect(read('?limit=1&limit=2').rules).toEqual([['limit', 'repeated']]);
  expect(read('?text=%ff').rules).toEqual([['text', 'malformed']]);
  expect(read('?text=%').rules).toEqual([['text', 'malformed']]);
  expect(read('?%zz=1&limit=1&limit=2').rules).toEqual([
    ['', 'malformed'],
    ['limit', 'repeated'],
  ]);
  expect(read(`?${'a=1&'.repeat(1_001)}`)).toEqual({ fields: {}, rules: [['', 'too-many-fields']] });
});

test('[W4.1] names of object properties are ordinary names', () => {
  const { fields } = readQuery('http://localhost/?__proto__=1&constructor=2&toString=3', schemas);
  expect([...fields]).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', '3'],
  ]);
});

test('[W4.1] random queries are parsed or refused: nothing is thrown (seed 7)', () => {
  const random = createRandom(7);
  const alphabet = [
    '&',
    '=',
    '%',
    '+',
    'limit',
    'text',
    'statuses',
    ',',
    '2',
    'f',
    '%C3%A4',
    '%00',
    ';',
    '#',
    '[',
    'ä',
  ];
  for (let round = 0; round < 2_000; round++) {
    const length = random.between(0, 30);
    const query = Array.from({ length }, () => random.pick(alphabet)).join('');
    const { fields, violations } = readQuery(`http://localhost/?${query}`, schemas);
    for (const value of fields.values())
      expect(['string', 'number', 'boolean', 'object']).toContain(typeof value);
    for (const { message } of violations) expect(message).toMatch(/\.$/);
  }
});
