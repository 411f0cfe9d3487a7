/** Tests values whose pattern fixes their notation: `10.00` is not 10. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { schemaOfShape } from '../../src/languages/xsd/schema-of-shape.ts';
import { toXml } from '../../src/languages/xsd/to-xml.ts';
import { fitted, outcomeOf, read, shapeOf } from './schema-fixture.ts';

const typeOf = (inside: string): ReturnType<typeof shapeOf> =>
  shapeOf(`<xs:simpleType name="S">${inside}</xs:simpleType>`, 'S');
const restricted = (base: string, pattern: string) =>
  typeOf(`<xs:restriction base="xs:${base}"><xs:pattern value="${pattern}"/></xs:restriction>`);
const numbers = '<xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType>';
const either = '<xs:simpleType><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>';

test.each<[string, ReturnType<typeof shapeOf>, string, Json]>([
  ['money', restricted('decimal', '\\d+\\.\\d\\d'), '10.00', '10.00'],
  ['an amount with a fixed notation', restricted('decimal', '\\d+\\.\\d\\d'), '10.25', 10.25],
  ['a postcode', restricted('int', '\\d{5}'), '00123', '00123'],
  ['a postcode without zeros', restricted('int', '\\d{5}'), '12345', 12345],
  ['a float', restricted('double', '.*E.*'), '1E2', '1E2'],
  ['a truth', restricted('boolean', '0|1'), '1', '1'],
  ['any spelling', restricted('int', '\\d+'), '007', 7],
  [
    'a list',
    typeOf(`<xs:restriction>${numbers}<xs:pattern value="0\\d 0\\d"/></xs:restriction>`),
    '01 02',
    ['01', '02'],
  ],
  ['a union', typeOf(`<xs:restriction>${either}<xs:pattern value="0\\d"/></xs:restriction>`), '07', '07'],
])('[Y4.1] [Y4.2] [Y4.3] the text of %s is stored if its type needs it', (_what, shape, text, value) => {
  expect(outcomeOf(read(`<v>${text}</v>`, shape))).toEqual(value);
  expect(fitted(text, shape)).toEqual(value);
  expect(fitted(value, shape)).toEqual(value);
  expect(outcomeOf(read(toXml('v', value, shape), shape))).toEqual(value);
  expect(new Ajv2020({ strict: false }).validate(schemaOfShape(shape), value)).toBe(true);
});

test('[Y4.1] a number whose text the pattern does not allow is refused', () => {
  expect(fitted(10, restricted('decimal', '\\d+\\.\\d\\d'))).toHaveLength(1);
});
