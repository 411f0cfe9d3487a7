import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { defaultValueOf, emptyValueOf } from '../../src/languages/xsd/default-value.ts';
import { exampleOfShape } from '../../src/languages/xsd/example-of-shape.ts';
import { fitValue } from '../../src/languages/xsd/fit-value.ts';
import { specificationTypes } from '../../src/languages/xsd/specification-types.ts';
import { builtInShape, outcomeOf, read, shapeOf } from './schema-fixture.ts';

const values: readonly (readonly [type: string, empty: Json, skipped: Json | undefined])[] = [
  ['string', '', ''],
  ['token', '', ''],
  ['anyURI', '', ''],
  ['int', null, 0],
  ['decimal', null, 0],
  ['double', null, 0],
  ['boolean', null, false],
  ['date', null, undefined],
  ['dateTime', null, undefined],
  ['positiveInteger', null, undefined],
  ['YTimerType', null, undefined],
  ['anyType', '', undefined],
];

test.each(values)('[Y4.1] the initial value of %s is %j, and %j if skipped', (type, empty, skipped) => {
  expect(emptyValueOf(builtInShape(type))).toBe(empty);
  expect(defaultValueOf(builtInShape(type))).toBe(skipped);
});

test('[Y4.1] types of a specification have no default value', () => {
  const shape = shapeOf('<xs:simpleType name="S"><xs:restriction base="xs:string"/></xs:simpleType>', 'S');
  expect(defaultValueOf(shape)).toBeUndefined();
  expect(emptyValueOf(shape)).toBe('');
});

test.each(Object.keys(specificationTypes))(
  '[Y4.1] YAWL’s own type %s has an example that fits it',
  (type) => {
    const example = exampleOfShape(builtInShape(type), 'value');
    expect(fitValue(example, builtInShape(type), 'value')).toEqual({ kind: 'fitted', value: example });
    expect(Object.keys(example ?? {})).not.toEqual([]);
  },
);

test('[Y4.1] [Y4.2] values of YAWL’s own types', () => {
  const timer = builtInShape('YTimerType');
  expect(outcomeOf(read('<t><trigger>OnEnabled</trigger><expiry>PT5S</expiry></t>', timer))).toEqual({
    trigger: 'OnEnabled',
    expiry: 'PT5S',
  });
  expect(read('<t><trigger>Sometimes</trigger><expiry>PT5S</expiry></t>', timer).kind).toBe('misshapen');
  expect(outcomeOf(read('<l><item>a</item><item>b</item></l>', builtInShape('YStringListType')))).toEqual({
    item: ['a', 'b'],
  });
  expect(outcomeOf(read('<d><name>x.pdf</name></d>', builtInShape('YDocumentType')))).toEqual({
    name: 'x.pdf',
  });
  expect(
    read('<g><latitude>91</latitude><longitude>0</longitude></g>', builtInShape('YGeoLatLongType')).kind,
  ).toBe('misshapen');
});
