import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { exampleOf } from '../../src/languages/xsd/example-of.ts';
import { fitValue } from '../../src/languages/xsd/fit-value.ts';
import { defaultOf, emptyOf } from '../../src/languages/xsd/stand-in-value.ts';
import { yawlTypes } from '../../src/languages/xsd/yawl-types.ts';
import { builtIn, outcomeOf, read, shapeOf } from './schema-lab.ts';

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

test.each(values)('[Y4.1] %s before it is set is %j, and skipped %j', (type, empty, skipped) => {
  expect(emptyOf(builtIn(type))).toBe(empty);
  expect(defaultOf(builtIn(type))).toBe(skipped);
});

test('[Y4.1] types of a specification have no value of their own', () => {
  const shape = shapeOf('<xs:simpleType name="S"><xs:restriction base="xs:string"/></xs:simpleType>', 'S');
  expect(defaultOf(shape)).toBeUndefined();
  expect(emptyOf(shape)).toBe('');
});

test.each(Object.keys(yawlTypes))('[Y4.1] YAWL’s own type %s has an example that fits it', (type) => {
  const example = exampleOf(builtIn(type), 'value');
  expect(fitValue(example, builtIn(type), 'value')).toEqual({ kind: 'fitted', value: example });
  expect(Object.keys(example ?? {})).not.toEqual([]);
});

test('[Y4.1] [Y4.2] values of YAWL’s own types', () => {
  const timer = builtIn('YTimerType');
  expect(outcomeOf(read('<t><trigger>OnEnabled</trigger><expiry>PT5S</expiry></t>', timer))).toEqual({
    trigger: 'OnEnabled',
    expiry: 'PT5S',
  });
  expect(read('<t><trigger>Sometimes</trigger><expiry>PT5S</expiry></t>', timer).kind).toBe('misshapen');
  expect(outcomeOf(read('<l><item>a</item><item>b</item></l>', builtIn('YStringListType')))).toEqual({
    item: ['a', 'b'],
  });
  expect(outcomeOf(read('<d><name>x.pdf</name></d>', builtIn('YDocumentType')))).toEqual({ name: 'x.pdf' });
  expect(
    read('<g><latitude>91</latitude><longitude>0</longitude></g>', builtIn('YGeoLatLongType')).kind,
  ).toBe('misshapen');
});
