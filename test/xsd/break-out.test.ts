import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { parseXml } from '../../src/languages/xml/parse-xml.ts';
import { fitValue } from '../../src/languages/xsd/fit-value.ts';
import { fromXml } from '../../src/languages/xsd/from-xml.ts';
import type { Shape } from '../../src/languages/xsd/shape.ts';
import { toXml } from '../../src/languages/xsd/to-xml.ts';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { fitted, mistakesIn, shapeOf } from './schema-fixture.ts';

const untyped: Shape = { type: { kind: 'any' }, types: {} };
const mixed = (attributes = ''): Shape =>
  shapeOf(
    `<xs:complexType name="M" mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="b" type="xs:string"/><xs:any processContents="lax"/></xs:choice>${attributes}</xs:complexType>`,
    'M',
  );
const wild = shapeOf(
  `<xs:complexType name="W"><xs:choice maxOccurs="unbounded"><xs:element name="b" type="xs:int"/><xs:any processContents="lax"/></xs:choice><xs:anyAttribute processContents="lax"/></xs:complexType>`,
  'W',
);
const shapes: readonly Shape[] = [untyped, mixed(), mixed('<xs:anyAttribute processContents="lax"/>'), wild];

const breakOut = '@x="1"/><approved>true</approved><note y';

test('[Y4.1] [Y4.2] an attribute of an untyped element has an XML name and a text', () => {
  expect(fitted({ '@a': 'x', '@b': 1, '@c': true, '#text': 'y' }, untyped)).toEqual({
    '@a': 'x',
    '@b': '1',
    '@c': 'true',
    '#text': 'y',
  });
  for (const key of [breakOut, '@', '@xmlns', '@xmlns:a', '@xsi:nil', '@a b', '@1'])
    expect(fitted({ [key]: 'v' }, untyped)).toEqual([
      expect.stringMatching(
        /is not a valid attribute name. Use an XML name without a colon, other than “xmlns”\.$/,
      ),
    ]);
  for (const value of [{ x: 1 }, ['a'], null, 'a\u0000'])
    expect(fitted({ '@a': value }, untyped)).toEqual([
      'value.@a: “value.@a” must be a text of characters that XML allows.',
    ]);
  expect(fitted({ '@a': 'x', '#text': { '@b': 'y', '#text': 'z' } }, untyped)).toEqual([
    expect.stringMatching(/^value: “value” has no type, so it must be XML as a text, or an object/),
  ]);
});

test('[Y4.1] attributes that a wildcard allows follow the same rules', () => {
  const open = shapeOf(
    '<xs:complexType name="O"><xs:anyAttribute processContents="lax"/></xs:complexType>',
    'O',
  );
  expect(fitted({ '@a': 'x' }, open)).toEqual({ '@a': 'x' });
  for (const key of [breakOut, '@xmlns']) expect(fitValue({ [key]: 'v' }, open, 'v').kind).toBe('misshapen');
  expect(fitValue({ '@a': '\u0001' }, open, 'v').kind).toBe('misshapen');
});

test.each([
  '</note><approved>true</approved><note>',
  '</value><value>',
  '<b>',
  '<!-- -->]]>',
  '<![CDATA[',
  '<p:b/>',
  '<!DOCTYPE a>',
  '&x;',
])('[Y4.1] %s is not valid content of an element', (text) => {
  for (const shape of shapes.slice(0, 3)) expect(fitValue(text, shape, 'v').kind).toBe('misshapen');
  expect(fitValue({ '#text': text }, untyped, 'v').kind).toBe('misshapen');
  expect(fitValue({ '#any': [text] }, wild, 'v').kind).toBe('misshapen');
});

test('[Y4.1] [Y4.2] an element of a wildcard cannot be read as a declared element', () => {
  expect(fitted({ b: [1], '#any': ['<c/>'] }, wild)).toEqual({ b: [1], '#any': ['<c/>'] });
  for (const item of ['<b>evil</b>', '<b>2</b>', '<p:b xmlns:p="u">2</p:b>', '<b xmlns="u">2</b>'])
    expect(fitted({ b: [1], '#any': [item] }, wild)).toEqual([
      'value.#any: “value.#any” has an element that would be read as a declared one. Pass it under its name.',
    ]);
  const turn = shapeOf(
    '<xs:complexType name="S"><xs:sequence><xs:element name="b" type="xs:int"/><xs:any processContents="lax"/></xs:sequence></xs:complexType>',
    'S',
  );
  const second = { b: 1, '#any': ['<b>x</b>'] };
  expect(fitted(second, turn)).toEqual(second);
});

test('[Y4.2] nothing is written under an invalid name', () => {
  expect(() => toXml('a', { [breakOut]: 'v' }, untyped)).toThrow(/name of an attribute is not valid/);
  expect(() => toXml('a', { '@xmlns': 'v' }, untyped)).toThrow(/name of an attribute is not valid/);
  expect(() => toXml('a><b', 'v', untyped)).toThrow(/name is not an XML name/);
});

test('[Y1.3] [Y4.1] names in a schema are XML names', () => {
  const found = mistakesIn(
    `<xs:complexType name="T"><xs:sequence><xs:element name="a b" type="xs:int"/></xs:sequence><xs:attribute name="xmlns"/></xs:complexType><xs:simpleType name="p:S"><xs:restriction base="xs:int"/></xs:simpleType>`,
  );
  expect(found.map((mistake) => mistake.split(':')[0])).toHaveLength(3);
  for (const mistake of found)
    expect(mistake).toMatch(/is not a valid name\. Use an XML name without a colon/);
});

const names = ['a', 'b', 'note', '@a', '@xmlns', '@xmlns:p', breakOut, '#text', '#any', '@b c', 'p:q', ''];
const texts = [
  '',
  'x',
  '<b>1</b>',
  '<b xmlns="u"/>',
  '<p:b xmlns:p="u" p:c="1"/>',
  '</v><after>1</after><v>',
  '<!--x-->y',
  '<![CDATA[<after/>]]>',
  '"/><after/><v a="',
  '&lt;after/&gt;',
  'a]]>b',
  '\u0000',
];

function randomJson(random: Random, depth: number): Json {
  const kind = random.int(depth > 3 ? 3 : 6);
  if (kind < 2) return random.pick(texts);
  if (kind === 2) return random.pick<Json>([1, 1.5, true, null, '', 1e21]);
  if (kind === 3) return Array.from({ length: random.int(3) }, () => randomJson(random, depth + 1));
  const keys = Array.from({ length: random.int(4) }, () => random.pick(names));
  return Object.fromEntries(keys.map((key) => [key, randomJson(random, depth + 1)]));
}

function randomWild(random: Random): Json {
  const any = Array.from({ length: random.int(3) }, () => random.pick([...texts, '<c>1</c>', '<note/>']));
  const attribute = random.chance(0.3) ? { [random.pick(names)]: randomJson(random, 3) } : {};
  return {
    ...(random.chance(0.5) ? { b: random.pick<Json>([1, [1, 2], 'x']) } : {}),
    '#any': any,
    ...attribute,
  };
}

test.each([21, 22])(
  '[Y4.1] [Y4.2] a valid value is one element in its document, and is read back unchanged (seed %i)',
  (seed) => {
    const random = createRandom(seed);
    const counts = shapes.map(() => 0);
    for (let round = 0; round < 6_000; round++) {
      const at = random.int(shapes.length);
      const shape = shapes[at] ?? untyped;
      const value = fitValue(shape === wild ? randomWild(random) : randomJson(random, 0), shape, 'v');
      if (value.kind === 'misshapen') continue;
      counts[at] = (counts[at] ?? 0) + 1;
      const text = `<d><before>1</before>${toXml('v', value.value, shape)}<after>2</after></d>`;
      const { root } = parseXml(text);
      const [before, inside, after, ...others] = root?.children ?? [];
      if (before?.kind !== 'element' || inside?.kind !== 'element' || after?.kind !== 'element')
        throw new Error(text);
      expect([before.name, inside.name, after.name, others.length], text).toEqual([
        'before',
        'v',
        'after',
        0,
      ]);
      expect(inside.namespace).toBe('');
      expect(fromXml(inside, shape, 'v'), text).toEqual(value);
    }
    for (const count of counts) expect(count).toBeGreaterThan(20);
  },
);
