import { expect, test } from 'vitest';
import { hasReadableData, hasReadableTypes } from './shape-schema.ts';

const string = { type: { kind: 'simple', base: 'string' }, types: {} };
const particle = { kind: 'element', name: 'a', min: 0, max: null, type: { kind: 'named', name: 'T' } };
const complex = {
  type: { kind: 'complex', attributes: [], content: { kind: 'elements', particle } },
  types: { T: { kind: 'simple', base: 'int', facets: { minInclusive: '1' } } },
};

test('[Y4.2] an item of a program from elsewhere says of its data what can be understood, or it is refused', () => {
  const data = {
    root: 'Approve',
    inputs: [{ name: 'a', shape: string }],
    outputs: [{ name: 'b', shape: complex }],
  };
  const expects = [{ name: 'b', type: 'T', required: true, shape: complex }];
  for (const item of [null, 'text', [], {}, { expects: [] }, { kind: 'question', expects, data }]) {
    expect([item, hasReadableData(item)]).toEqual([item, true]);
  }
  const wrongShapes = [
    5,
    { type: string.type },
    { type: { kind: 'simple' }, types: {} },
    { type: { kind: 'complex', attributes: [], content: { kind: 'elements' } }, types: {} },
    { ...complex, types: { T: 7 } },
  ];
  for (const item of [
    { data: 5 },
    { data: { ...data, root: 'a><b' } },
    { data: { root: 'a', inputs: [] } },
    { expects: 'all' },
    { expects: [{ name: 'a' }] },
    ...wrongShapes.map((shape) => ({ expects: [{ name: 'a', type: 'T', shape }] })),
    ...wrongShapes.map((shape) => ({ data: { ...data, outputs: [{ name: 'a', shape }] } })),
  ]) {
    expect([item, hasReadableData(item as never)]).toEqual([item, false]);
  }
});

test('[Y4.2] so does what a program shares', () => {
  const data = { root: 'Net', fields: [{ name: 'a', type: string.type }] };
  for (const shared of [null, {}, { other: 1 }, { types: complex.types, data }]) {
    expect([shared, hasReadableTypes(shared)]).toEqual([shared, true]);
  }
  for (const shared of [{ data }, { types: {}, data: 5 }, { types: { T: {} }, data }]) {
    expect([shared, hasReadableTypes(shared)]).toEqual([shared, false]);
  }
});
