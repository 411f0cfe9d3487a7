import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { fitValue } from '../../src/languages/xsd/fit-value.ts';
import { toXml } from '../../src/languages/xsd/to-xml.ts';
import { builtInShape, fitted, outcomeOf, read, shapeOf } from './schema-fixture.ts';

const order = shapeOf(
  `<xs:complexType name="Line"><xs:sequence>
     <xs:element name="sku" type="xs:string"/><xs:element name="count" type="xs:positiveInteger"/>
   </xs:sequence></xs:complexType>
   <xs:complexType name="Order"><xs:sequence>
     <xs:element name="id" type="xs:long"/>
     <xs:choice><xs:element name="card" type="xs:string"/><xs:element name="cash" type="xs:boolean"/></xs:choice>
     <xs:element name="line" type="Line" minOccurs="0" maxOccurs="3"/>
     <xs:element name="due" type="xs:date" minOccurs="0"/>
   </xs:sequence><xs:attribute name="currency" use="required"><xs:simpleType><xs:restriction base="xs:string">
     <xs:enumeration value="EUR"/><xs:enumeration value="AUD"/>
   </xs:restriction></xs:simpleType></xs:attribute></xs:complexType>`,
  'Order',
);

test('[Y4.2] a text that denotes a value becomes that value, and an optional value can be null', () => {
  const given = { '@currency': 'EUR', id: ' 42 ', cash: 'true', line: [{ sku: 7, count: '2' }], due: null };
  expect(fitted(given, order)).toEqual({
    '@currency': 'EUR',
    id: 42,
    cash: true,
    line: [{ sku: '7', count: 2 }],
  });
});

test('[F1.3] strictly, a text is neither a boolean nor a whole number; a decimal and a long number may be texts', () => {
  const strict = (value: Json, type: string) =>
    fitValue(value, builtInShape(type), 'value', { isStrict: true }).kind;
  for (const type of ['boolean', 'int', 'integer', 'positiveInteger']) {
    const [value, text]: readonly [Json, string] = type === 'boolean' ? [true, 'true'] : [5, '5'];
    expect([type, strict(value, type), strict(text, type)]).toEqual([type, 'fitted', 'misshapen']);
  }
  expect(strict('12345678901234567890', 'integer')).toBe('fitted');
  expect(strict('5.5', 'decimal')).toBe('fitted');
  expect(strict('5', 'string')).toBe('fitted');
});

test('[Y4.2] a single value of a repeated child is a list of one, and an empty list is no child', () => {
  const base = { '@currency': 'EUR', id: 1, card: '4' };
  const line = { sku: 'a', count: 1 };
  expect(fitted({ ...base, line }, order)).toEqual({ ...base, line: [line] });
  expect(fitted({ ...base, line: [] }, order)).toEqual(base);
});

test('[Y4.1] [Y4.2] every mismatch is reported at once, with its path and without its value', () => {
  const fitted = fitValue(
    {
      currency: 'EUR',
      id: 'secret',
      card: 'x',
      lines: [],
      line: [{ sku: 'a', count: 0 }, 5],
      due: '2026-02-30',
    },
    order,
    'params.order',
  );
  const problems = fitted.kind === 'misshapen' ? fitted.problems : [];
  expect(problems.map(({ path, actual }) => [path, actual])).toEqual([
    ['params.order.currency', 'currency'],
    ['params.order.lines', 'lines'],
    ['params.order.@currency', 'nothing'],
    ['params.order.id', 'a text'],
    ['params.order.line[0].count', 'a whole number'],
    ['params.order.line[1]', 'a whole number'],
    ['params.order.due', 'a text'],
  ]);
  expect(problems[0]?.message).toBe('“params.order.currency” is unknown. Did you mean “@currency”?');
  expect(problems[1]?.message).toBe('“params.order.lines” is unknown. Did you mean “line”?');
  expect(problems[2]?.message).toBe('“params.order.@currency” is missing: one of “EUR”, “AUD”.');
  expect(problems[4]?.expected).toBe('a whole number from 1');
  expect(JSON.stringify(problems)).not.toContain('secret');
});

test('[Y4.1] elements that exclude each other are reported with what is allowed', () => {
  const told = fitted({ '@currency': 'EUR', id: 1, card: 'x', cash: true }, order);
  expect(told).toEqual([
    'value: The elements of “value” cannot be combined. Allowed: “id”, (“card” or “cash”), 0 to 3 of “line”, optionally “due”.',
  ]);
  expect(
    fitted({ '@currency': 'EUR', id: 1, card: 'x', line: Array(4).fill({ sku: 'a', count: 1 }) }, order),
  ).toEqual(['value.line: “value.line” has 4 items. It can have at most 3.']);
});

test('[Y4.1] [Y4.2] XML that does not fit is reported with its path', () => {
  expect(
    outcomeOf(read('<o currency="EUR"><id>x</id><card>4</card><line><sku>a</sku></line></o>', order)),
  ).toEqual([
    'value.id: “value.id” must be a whole number from -9223372036854775808 to 9223372036854775807.',
    'value.line[0]: “value.line[0]” ends too early: “<count>” is missing.',
  ]);
  expect(outcomeOf(read('<o currency="EUR"><card>4</card></o>', order))).toEqual([
    'value.card: “<card>” is not allowed at this position in “value”. Allowed: “<id>”.',
  ]);
  expect(
    outcomeOf(
      read(
        '<o currenzy="EUR" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="x"><id>1</id><cash>1</cash></o>',
        order,
      ),
    ),
  ).toEqual([
    'value.@currenzy: “value.@currenzy” is unknown. Did you mean “currency”?',
    'value["@xsi:type"]: “value["@xsi:type"]” is not supported: a value has the type that is declared for it.',
    'value.@currency: “value.@currency” is missing: one of “EUR”, “AUD”.',
  ]);
});

describe('simple values', () => {
  const fitting: readonly (readonly [string, Json, Json])[] = [
    ['integer', '12345678901234567890', '12345678901234567890'],
    ['integer', '+007', 7],
    ['integer', 9007199254740991, 9007199254740991],
    ['integer', '9007199254740992', '9007199254740992'],
    ['decimal', '1.10', 1.1],
    ['decimal', '0.1234567890123456789', '0.1234567890123456789'],
    ['decimal', 1e-7, 1e-7],
    ['double', 1e300, 1e300],
    ['double', 'INF', 'INF'],
    ['double', '-0', 0],
    ['float', '1e3', 1000],
    ['boolean', '1', true],
    ['boolean', ' false ', false],
    ['string', ' as it is ', ' as it is '],
    ['token', ' as  it is ', 'as it is'],
    ['string', 5, '5'],
    ['string', true, 'true'],
    ['date', '2026-01-15+02:00', '2026-01-15+02:00'],
    ['NMTOKENS', ['a', 'b'], ['a', 'b']],
    ['NMTOKENS', 'a b', ['a', 'b']],
    ['anyType', { a: [1, 'x<y'], b: { c: null } }, '<a>1</a><a>x&lt;y</a><b><c/></b>'],
    ['anyType', '<a></a>', '<a/>'],
    ['anyType', 5, '5'],
  ];

  test.each(fitting)('[Y4.2] %s: %j is %j', (type, given, value) => {
    const shape = builtInShape(type);
    expect(fitted(given, shape)).toEqual(value);
    expect(outcomeOf(read(toXml('v', value, shape), shape))).toEqual(value);
  });

  const mismatches: readonly (readonly [string, Json])[] = [
    ['integer', 1.5],
    ['integer', 9007199254740992],
    ['integer', null],
    ['integer', [1]],
    ['int', {}],
    ['string', null],
    ['string', 'a\u0000b'],
    ['string', '\ud800'],
    ['boolean', 'yes'],
    ['NMTOKENS', ['a b']],
    ['NMTOKENS', []],
    ['NMTOKENS', [['a']]],
    ['anyType', 'a < b'],
    ['anyType', ['a']],
    ['anyType', { 'no name': 1 }],
  ];

  test.each(mismatches)('[Y4.1] %s: not %j', (type, given) => {
    expect(fitValue(given, builtInShape(type), 'value').kind).toBe('misshapen');
  });
});

test('[Y4.2] null is an empty element, and characters of XML are escaped', () => {
  expect(toXml('v', null, builtInShape('int'))).toBe('<v/>');
  expect(toXml('v', 'a<b>&"\r', builtInShape('string'))).toBe('<v>a&lt;b&gt;&amp;"&#13;</v>');
  expect(toXml('o', { '@currency': 'E"', id: 1, card: '' }, order)).toBe(
    '<o currency="E&quot;"><id>1</id><card/></o>',
  );
});

test('[Y4.1] an empty element has its default', () => {
  const shape = shapeOf(
    '<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" default="5"/></xs:sequence></xs:complexType></xs:element>',
    'r',
  );
  expect(outcomeOf(read('<r><a/></r>', shape))).toEqual({ a: 5 });
  expect(fitted({ a: '' }, shape)).toEqual({ a: 5 });
});

test('[Y4.1] names of object members are ordinary names', () => {
  const shape = shapeOf(
    '<xs:complexType name="constructor"><xs:sequence><xs:element name="__proto__" type="xs:int"/><xs:element name="toString" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>',
    'constructor',
  );
  const value = JSON.parse('{"__proto__": 5}');
  expect(toXml('r', value, shape)).toBe('<r><__proto__>5</__proto__></r>');
  expect(JSON.stringify(outcomeOf(read('<r><__proto__>5</__proto__></r>', shape)))).toBe('{"__proto__":5}');
  expect(JSON.stringify(fitted(value, shape))).toBe('{"__proto__":5}');
  expect(fitted({}, shape)).toEqual([
    'value.__proto__: “value.__proto__” is missing: a whole number from -2147483648 to 2147483647.',
  ]);
});
