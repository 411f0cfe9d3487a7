import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { schemaOfShape } from '../../src/languages/xsd/schema-of-shape.ts';
import { builtInShape, shapeOf } from './schema-fixture.ts';

const simple = (inside: string): string => `<xs:simpleType name="S">${inside}</xs:simpleType>`;
const restricted = (base: string, facets: string): string =>
  simple(`<xs:restriction base="xs:${base}">${facets}</xs:restriction>`);
const complex = (inside: string): string => `<xs:complexType name="S">${inside}</xs:complexType>`;

const plain: readonly (readonly [string, Json])[] = [
  ['string', { type: 'string' }],
  ['int', { type: 'integer', minimum: -2147483648, maximum: 2147483647 }],
  ['boolean', { type: 'boolean' }],
  ['integer', { type: ['integer', 'string'], pattern: '^-?[0-9]{16,}$' }],
  ['unsignedByte', { type: 'integer', minimum: 0, maximum: 255 }],
  ['double', { type: ['number', 'string'], pattern: '^(-?INF|NaN)$' }],
  ['NMTOKENS', { type: 'array', minItems: 1 }],
  ['date', { type: 'string', format: 'date' }],
  ['dateTime', { type: 'string', format: 'date-time' }],
];

test.each(plain)('[Y4.3] %s is a plain schema', (type, schema) => {
  expect(schemaOfShape(builtInShape(type))).toMatchObject(schema as object);
});

const declared: readonly (readonly [string, Json])[] = [
  [
    restricted('string', '<xs:enumeration value="a"/><xs:enumeration value="b"/>'),
    { type: 'string', enum: ['a', 'b'] },
  ],
  [restricted('int', '<xs:enumeration value="1"/><xs:enumeration value="02"/>'), { enum: [1, 2] }],
  [
    restricted('string', '<xs:pattern value="[A-Z]{3}-\\d+"/><xs:maxLength value="9"/>'),
    { type: 'string', maxLength: 9, pattern: '^(?:[A-Z]{3}-\\p{Nd}+)$' },
  ],
  [
    restricted('int', '<xs:minInclusive value="1"/><xs:maxExclusive value="10"/>'),
    { type: 'integer', minimum: 1, maximum: 2147483647, exclusiveMaximum: 10 },
  ],
  [restricted('decimal', '<xs:totalDigits value="6"/><xs:fractionDigits value="2"/>'), { type: 'number' }],
  [restricted('integer', '<xs:totalDigits value="3"/>'), { type: 'integer', minimum: -999, maximum: 999 }],
  [
    simple('<xs:union memberTypes="xs:boolean xs:NCName"/>'),
    { anyOf: [{ type: 'boolean' }, { type: 'string', pattern: expect.any(String) }] },
  ],
  [complex(''), { type: 'null' }],
  [
    complex(
      '<xs:sequence><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:boolean" minOccurs="0" maxOccurs="3"/><xs:element name="c" type="xs:string" nillable="true" minOccurs="0"/></xs:sequence><xs:attribute name="x" type="xs:boolean" use="required"/>',
    ),
    {
      type: 'object',
      properties: {
        '@x': { type: 'boolean' },
        a: { type: 'string' },
        b: { type: 'array', items: { type: 'boolean' }, maxItems: 3 },
        c: { type: ['string', 'null'] },
      },
      required: ['@x', 'a'],
      additionalProperties: false,
    },
  ],
  [
    complex('<xs:sequence><xs:element name="t" type="S" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>'),
    {
      $ref: '#/$defs/S',
      $defs: {
        S: {
          type: 'object',
          properties: { t: { type: 'array', items: { $ref: '#/$defs/S' } } },
          required: [],
          additionalProperties: false,
        },
      },
    },
  ],
];

test.each(declared)('[Y4.3] the schema of %s', (declaration, schema) => {
  expect(schemaOfShape(shapeOf(declaration, 'S'))).toEqual(schema);
});

test('[Y4.3] elements that exclude each other in the type do so in the schema', () => {
  const element = (name: string): string => `<xs:element name="${name}" type="xs:string"/>`;
  const shape = shapeOf(
    complex(
      `<xs:sequence>${element('id')}<xs:choice>${element('a')}<xs:sequence>${element('b')}${element('c')}</xs:sequence></xs:choice><xs:sequence minOccurs="0">${element('d')}${element('e')}</xs:sequence></xs:sequence>`,
    ),
    'S',
  );
  const isOfSchema = new Ajv2020().compile(schemaOfShape(shape));
  const given = (names: string): boolean =>
    isOfSchema(Object.fromEntries([...names].map((name) => [name === 'i' ? 'id' : name, 'x'])));
  expect(['ia', 'ibc', 'iade', 'ibcde'].filter((names) => !given(names))).toEqual([]);
  expect(['i', 'a', 'iab', 'ib', 'iabc', 'iad', 'ibce', 'iax', ''].filter(given)).toEqual([]);
});

test('[Y4.3] default values are included, and recursive types are referenced', () => {
  const shape = shapeOf(
    '<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" default="5"/><xs:element name="b" type="xs:boolean" fixed="1"/><xs:element ref="r" minOccurs="0"/></xs:sequence><xs:attribute name="x" type="xs:boolean" default="0"/></xs:complexType></xs:element>',
    'r',
  );
  const schema = schemaOfShape(shape);
  expect(JSON.stringify(schema)).toContain('"@x":{"type":"boolean","default":false}');
  expect(JSON.stringify(schema)).toContain('"default":5},"b":{"const":true}');
  const isOfSchema = new Ajv2020().compile(schema);
  expect(isOfSchema({ a: 1, b: true, r: { a: 2, b: true } })).toBe(true);
  expect(isOfSchema({ a: 1, b: true, r: { a: 2, b: false } })).toBe(false);
});
