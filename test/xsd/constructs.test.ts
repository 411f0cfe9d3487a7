import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { toXml } from '../../src/languages/xsd/to-xml.ts';
import { fitted, outcomeOf, read, shapeOf } from './schema-fixture.ts';

const line =
  '<xs:complexType name="Line"><xs:sequence><xs:element name="sku" type="xs:string"/><xs:element name="count" type="xs:int"/></xs:sequence></xs:complexType>';

interface Construct {
  readonly name: string;
  readonly schema: string;
  /** XML and its JSON. */
  readonly pairs: readonly (readonly [string, Json])[];
  readonly invalid: readonly string[];
}

const element = (inside: string, attributes = ''): string =>
  `<xs:element name="r"${attributes}>${inside}</xs:element>`;
const complex = (inside: string, attributes = ''): string =>
  element(`<xs:complexType${attributes}>${inside}</xs:complexType>`);

const constructs: readonly Construct[] = [
  {
    name: 'sequence',
    schema: complex(
      '<xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:string" minOccurs="0"/></xs:sequence>',
    ),
    pairs: [
      ['<r><a>1</a><b>x</b></r>', { a: 1, b: 'x' }],
      ['<r><a>1</a></r>', { a: 1 }],
    ],
    invalid: [
      '<r/>',
      '<r><b>x</b><a>1</a></r>',
      '<r><a>1</a><a>2</a></r>',
      '<r><a>1</a>text</r>',
      '<r><a>1</a><c/></r>',
    ],
  },
  {
    name: 'choice',
    schema: complex(
      '<xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:string"/></xs:choice>',
    ),
    pairs: [
      ['<r><a>1</a></r>', { a: 1 }],
      ['<r><b/></r>', { b: '' }],
    ],
    invalid: ['<r/>', '<r><a>1</a><b>x</b></r>'],
  },
  {
    name: 'a repeated choice keeps the order of children with one name',
    schema: complex(
      '<xs:choice maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>',
    ),
    pairs: [['<r><a>1</a><a>2</a><b>3</b></r>', { a: [1, 2], b: [3] }]],
    invalid: ['<r/>'],
  },
  {
    name: 'repeated groups',
    schema: complex(
      '<xs:sequence maxOccurs="unbounded"><xs:element name="k" type="xs:string"/><xs:element name="v" type="xs:int" maxOccurs="2"/></xs:sequence>',
    ),
    pairs: [['<r><k>a</k><v>1</v><v>2</v><k>b</k><v>3</v></r>', { k: ['a', 'b'], v: [1, 2, 3] }]],
    invalid: ['<r><k>a</k></r>', '<r><k>a</k><v>1</v><v>2</v><v>3</v></r>'],
  },
  {
    name: 'all',
    schema: complex(
      '<xs:all><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/></xs:all>',
    ),
    pairs: [
      ['<r><a>1</a><b>2</b></r>', { a: 1, b: 2 }],
      ['<r><a>1</a></r>', { a: 1 }],
    ],
    invalid: ['<r><b>2</b></r>', '<r><a>1</a><a>2</a></r>'],
  },
  {
    name: 'named groups',
    schema: `<xs:group name="G"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:group>${complex('<xs:sequence><xs:group ref="G" maxOccurs="2"/><xs:element name="z" type="xs:int"/></xs:sequence>')}`,
    pairs: [['<r><a>1</a><a>2</a><z>3</z></r>', { a: [1, 2], z: 3 }]],
    invalid: ['<r><z>3</z></r>'],
  },
  {
    name: 'attributes, including those of groups',
    schema: `<xs:attribute name="lang" type="xs:language"/><xs:attributeGroup name="A"><xs:attribute name="x" type="xs:int" use="required"/><xs:attribute ref="lang"/></xs:attributeGroup>${complex('<xs:sequence/><xs:attribute name="on" type="xs:boolean"/><xs:attributeGroup ref="A"/>')}`,
    pairs: [
      ['<r on="true" x="5"/>', { '@on': true, '@x': 5 }],
      ['<r x="5" lang="de"/>', { '@x': 5, '@lang': 'de' }],
    ],
    invalid: ['<r/>', '<r x="a"/>', '<r x="5" y="6"/>', '<r x="5">text</r>'],
  },
  {
    name: 'attributes that are prohibited or fixed',
    schema: `<xs:complexType name="B"><xs:attribute name="a" type="xs:int"/><xs:attribute name="f" fixed="1" type="xs:int"/></xs:complexType>${element('<xs:complexType><xs:complexContent><xs:restriction base="B"><xs:attribute name="a" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>')}`,
    pairs: [['<r f="1"/>', { '@f': 1 }]],
    invalid: ['<r a="1"/>', '<r f="2"/>'],
  },
  {
    name: 'any attributes',
    schema: complex('<xs:attribute name="a" type="xs:int"/><xs:anyAttribute processContents="lax"/>'),
    pairs: [['<r a="1" other="x"/>', { '@a': 1, '@other': 'x' }]],
    invalid: ['<r a="x"/>'],
  },
  {
    name: 'text with attributes',
    schema: complex(
      '<xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="unit" type="xs:string" use="required"/></xs:extension></xs:simpleContent>',
    ),
    pairs: [['<r unit="kg">1.5</r>', { '@unit': 'kg', '#text': 1.5 }]],
    invalid: ['<r>1.5</r>', '<r unit="kg">x</r>', '<r unit="kg"><a/></r>'],
  },
  {
    name: 'text with attributes, restricted',
    schema: `<xs:complexType name="P"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="u"/></xs:extension></xs:simpleContent></xs:complexType>${complex('<xs:simpleContent><xs:restriction base="P"><xs:maxInclusive value="9"/><xs:attribute name="u" use="required"/></xs:restriction></xs:simpleContent>')}`,
    pairs: [['<r u="x">9</r>', { '@u': 'x', '#text': 9 }]],
    invalid: ['<r u="x">10</r>', '<r>9</r>'],
  },
  {
    name: 'text whose type has no attributes is the text',
    schema: complex('<xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent>'),
    pairs: [['<r>5</r>', 5]],
    invalid: ['<r a="1">5</r>'],
  },
  {
    name: 'an extension has the content of its base, then its own',
    schema: `${line}${element('<xs:complexType><xs:complexContent><xs:extension base="Line"><xs:sequence><xs:element name="note" type="xs:string"/></xs:sequence><xs:attribute name="n" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>')}`,
    pairs: [
      ['<r n="1"><sku>a</sku><count>2</count><note>x</note></r>', { '@n': 1, sku: 'a', count: 2, note: 'x' }],
    ],
    invalid: ['<r><note>x</note></r>', '<r><sku>a</sku><count>2</count></r>'],
  },
  {
    name: 'a restriction declares its content again',
    schema: `${line}${complex('<xs:complexContent><xs:restriction base="Line"><xs:sequence><xs:element name="sku" type="xs:string"/><xs:element name="count" type="xs:byte"/></xs:sequence></xs:restriction></xs:complexContent>')}`,
    pairs: [['<r><sku>a</sku><count>2</count></r>', { sku: 'a', count: 2 }]],
    invalid: ['<r><sku>a</sku><count>200</count></r>'],
  },
  {
    name: 'mixed content is its XML',
    schema: complex(
      '<xs:sequence><xs:element name="b" type="xs:int" minOccurs="0"/></xs:sequence>',
      ' mixed="true"',
    ),
    pairs: [
      ['<r>one <b>2</b> &amp; three</r>', 'one <b>2</b> &amp; three'],
      ['<r/>', ''],
    ],
    invalid: ['<r><b>x</b></r>', '<r>a<i/></r>'],
  },
  {
    name: 'empty content is null',
    schema: `<xs:complexType name="Flag"/>${complex('<xs:sequence><xs:element name="flag" type="Flag" minOccurs="0"/></xs:sequence>')}`,
    pairs: [
      ['<r><flag/></r>', { flag: null }],
      ['<r/>', {}],
    ],
    invalid: ['<r><flag>x</flag></r>', '<r><flag><a/></flag></r>'],
  },
  {
    name: 'elements that only a wildcard allows',
    schema: complex(
      '<xs:sequence><xs:element name="a" type="xs:int"/><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>',
    ),
    pairs: [
      ['<r><a>1</a><x y="1"><z/></x><w>2</w></r>', { a: 1, '#any': ['<x y="1"><z/></x>', '<w>2</w>'] }],
    ],
    invalid: ['<r><x/><a>1</a></r>'],
  },
  {
    name: 'untyped content is its XML',
    schema: element('', ' type="xs:anyType"'),
    pairs: [
      ['<r>a <b c="d"/></r>', 'a <b c="d"/>'],
      ['<r x="1">a</r>', { '@x': '1', '#text': 'a' }],
    ],
    invalid: ['<r xmlns="urn:x"/>'],
  },
  {
    name: 'nil, if it is allowed',
    schema: complex('<xs:sequence><xs:element name="a" type="xs:int" nillable="true"/></xs:sequence>'),
    pairs: [
      ['<r><a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></r>', { a: null }],
    ],
    invalid: [
      '<r><a/></r>',
      '<r><a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true">1</a></r>',
    ],
  },
  {
    name: 'fixed values',
    schema: complex('<xs:sequence><xs:element name="a" type="xs:decimal" fixed="1.50"/></xs:sequence>'),
    pairs: [['<r><a>1.5</a></r>', { a: 1.5 }]],
    invalid: ['<r><a>2</a></r>'],
  },
  {
    name: 'references to global elements, including recursive ones',
    schema:
      '<xs:element name="item" type="xs:string" nillable="true"/><xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="item"/><xs:element ref="r" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>',
    pairs: [['<r><item>a</item><r><item>b</item></r></r>', { item: 'a', r: { item: 'b' } }]],
    invalid: ['<r/>'],
  },
  {
    name: 'lists',
    schema: element('<xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType>'),
    pairs: [
      ['<r>1 2 3</r>', [1, 2, 3]],
      ['<r/>', []],
    ],
    invalid: ['<r>1 x</r>'],
  },
  {
    name: 'unions use the first type that fits',
    schema: `<xs:simpleType name="Size"><xs:union memberTypes="xs:int xs:boolean"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="big"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType>${element('', ' type="Size"')}`,
    pairs: [
      ['<r>5</r>', 5],
      ['<r>true</r>', true],
      ['<r>big</r>', 'big'],
    ],
    invalid: ['<r>small</r>', '<r/>'],
  },
];

describe.each(constructs)('$name', ({ schema, pairs, invalid }) => {
  const shape = shapeOf(schema, 'r');

  test('[Y4.1] [Y4.2] XML and JSON are converted into each other', () => {
    for (const [xml, json] of pairs) {
      expect(outcomeOf(read(xml, shape))).toEqual(json);
      expect(toXml('r', json, shape)).toBe(xml);
      expect(fitted(json, shape)).toEqual(json);
    }
  });

  test('[Y4.1] what the schema does not allow is refused', () => {
    for (const xml of invalid) expect([xml, read(xml, shape).kind]).toEqual([xml, 'misshapen']);
  });
});
