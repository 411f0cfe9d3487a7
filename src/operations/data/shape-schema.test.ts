import { expect, test } from 'vitest';
import { hasReadableData, hasReadableTypes } from './shape-schema.ts';

const string = { kind: 'simple', base: 'string' };
const particle = { kind: 'element', name: 'a', min: 0, max: null, type: { kind: 'named', name: 'T' } };
const complex = { kind: 'complex', attributes: [], content: { kind: 'elements', particle } };
const types = { T: { kind: 'simple', base: 'int', facets: { minInclusive: '1' } } };

test('[Y4.2] an item of an imported program has valid data declarations, or it is refused', () => {
  const data = {
    root: 'Approve',
    inputs: [{ name: 'a', of: string }],
    outputs: [{ name: 'b', of: complex }],
  };
  const expects = [{ name: 'b', type: 'T', required: true, of: complex }];
  for (const item of [null, 'text', [], {}, { expects: [] }, { kind: 'question', expects, data, types }]) {
    expect([item, hasReadableData(item)]).toEqual([item, true]);
  }
  const wrongTypes = [
    5,
    { kind: 'simple' },
    { kind: 'complex', attributes: [], content: { kind: 'elements' } },
  ];
  for (const item of [
    { data: 5 },
    { data: { ...data, root: 'a><b' } },
    { data: { root: 'a', inputs: [] } },
    { expects: 'all' },
    { expects: [{ name: 'a' }] },
    { expects, types: { T: 7 } },
    ...wrongTypes.map((of) => ({ expects: [{ name: 'a', type: 'T', of }] })),
    ...wrongTypes.map((of) => ({ data: { ...data, outputs: [{ name: 'a', of }] } })),
  ]) {
    expect([item, hasReadableData(item as never)]).toEqual([item, false]);
  }
});

test('[Y4.2] the shared data of an imported program is valid, or it is refused', () => {
  const data = { root: 'Net', fields: [{ name: 'a', type: string }] };
  for (const shared of [null, {}, { other: 1 }, { types, data }]) {
    expect([shared, hasReadableTypes(shared)]).toEqual([shared, true]);
  }
  for (const shared of [{ data }, { types: {}, data: 5 }, { types: { T: {} }, data }]) {
    expect([shared, hasReadableTypes(shared)]).toEqual([shared, false]);
  }
});
