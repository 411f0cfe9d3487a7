import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { fitValue } from '../../src/languages/xsd/fit-value.ts';
import { schemaOfShape } from '../../src/languages/xsd/schema-of-shape.ts';
import { toXml } from '../../src/languages/xsd/to-xml.ts';
import { builtInShape, mistakesIn, outcomeOf, read, shapeOf } from './schema-fixture.ts';

const many = 20_000;
const element = (name: string, occurs = ''): string => `<xs:element name="${name}" type="xs:int" ${occurs}/>`;
const root = (content: string): string =>
  `<xs:element name="r"><xs:complexType>${content}</xs:complexType></xs:element>`;

test('[Y4.1] bounds can be large: children are counted, not expanded', () => {
  const shape = shapeOf(
    root(
      `<xs:sequence maxOccurs="100000">${element('a', 'minOccurs="2" maxOccurs="100000"')}${element('b', 'minOccurs="0"')}</xs:sequence>`,
    ),
    'r',
  );
  const value = {
    a: Array.from({ length: many }, (_, index) => index),
    b: Array.from({ length: many / 2 }, () => 1),
  };
  const text = toXml('r', value, shape);
  expect(outcomeOf(read(text, shape))).toEqual(value);
  expect(fitValue({ ...value, a: value.a.slice(0, many / 2) }, shape, 'v').kind).toBe('misshapen');
});

test('[Y4.1] an ambiguous model takes no more time', () => {
  const optional = Array.from({ length: 40 }, () => element('a', 'minOccurs="0"')).join('');
  const nested = Array.from({ length: 6 }).reduce<string>(
    (inside) => `<xs:sequence minOccurs="0" maxOccurs="5">${inside}</xs:sequence>`,
    optional,
  );
  const shape = shapeOf(root(`<xs:sequence>${nested}${element('b')}</xs:sequence>`), 'r');
  expect(read(`<r>${'<a>1</a>'.repeat(60)}<b>1</b></r>`, shape).kind).toBe('fitted');
  expect(read(`<r>${'<a>1</a>'.repeat(60)}</r>`, shape).kind).toBe('misshapen');
  const value = { a: Array.from({ length: 60 }, () => 1), b: 1 };
  expect(fitValue(value, shape, 'v')).toEqual({ kind: 'fitted', value });
  expect(outcomeOf(read(toXml('r', value, shape), shape))).toEqual(value);
});

test('[Y4.1] a model of many choices between shared names is arranged, or refused, in a limited number of steps', () => {
  const branches = Array.from(
    { length: 40 },
    (_, at) =>
      `<xs:sequence>${element(`k${at}`)}${element('x')}${element('y')}${element('z', 'minOccurs="0"')}</xs:sequence>`,
  ).join('');
  const shape = shapeOf(root(`<xs:choice>${branches}</xs:choice>`), 'r');
  expect(toXml('r', { k39: 1, x: 2, y: 3 }, shape)).toBe('<r><k39>1</k39><x>2</x><y>3</y></r>');
  expect(fitValue({ k1: 1, k2: 1, x: 1, y: 1 }, shape, 'v').kind).toBe('misshapen');
});

test('[Y1.3] [Y4.1] nested groups that would grow without bounds are refused', () => {
  const groups = Array.from(
    { length: 40 },
    (_, at) =>
      `<xs:group name="g${at + 1}"><xs:sequence><xs:group ref="g${at}"/><xs:group ref="g${at}"/></xs:sequence></xs:group>`,
  );
  const schema = `<xs:group name="g0"><xs:sequence>${element('a')}</xs:sequence></xs:group>${groups.join('')}${root('<xs:group ref="g40"/>')}`;
  const found = mistakesIn(schema);
  expect(found.length).toBeGreaterThan(0);
  expect(found[0]).toMatch(/^limit at /);
});

test('[Y1.3] [Y4.1] chains of derived types are limited', () => {
  const types = Array.from(
    { length: 300 },
    (_, at) => `<xs:simpleType name="t${at}"><xs:restriction base="t${at + 1}"/></xs:simpleType>`,
  );
  const found = mistakesIn(
    `${types.join('')}<xs:simpleType name="t300"><xs:restriction base="xs:int"/></xs:simpleType>`,
  );
  expect(found[0]).toMatch(/^xsd-circular at /);
});

test('[Y4.3] the schema of types that contain each other many times stays short', () => {
  const types = Array.from(
    { length: 30 },
    (_, at) =>
      `<xs:complexType name="T${at + 1}"><xs:sequence><xs:element name="a" type="T${at}"/><xs:element name="b" type="T${at}"/></xs:sequence></xs:complexType>`,
  );
  const shape = shapeOf(`<xs:complexType name="T0"/>${types.join('')}`, 'T30');
  expect(JSON.stringify(schemaOfShape(shape)).length).toBeLessThan(10_000);
});

test('[Y4.1] values nested deeper than the limit for XML are refused', () => {
  const shape = shapeOf(
    '<xs:complexType name="T"><xs:sequence><xs:element name="t" type="T" minOccurs="0"/></xs:sequence></xs:complexType>',
    'T',
  );
  const nest = (levels: number): Json => (levels === 0 ? {} : { t: nest(levels - 1) });
  expect(fitValue(nest(80), shape, 'v').kind).toBe('fitted');
  expect(fitValue(nest(10_000 / 20), shape, 'v').kind).toBe('misshapen');
});

test('[Y4.1] patterns run in linear time, and too large ones are refused', () => {
  const facet = (pattern: string): string =>
    root(`<xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent>`) +
    `<xs:simpleType name="S"><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`;
  expect(read(`<v>${'a'.repeat(5_000)}b</v>`, shapeOf(facet('(a*)*c'), 'S')).kind).toBe('misshapen');
  expect(mistakesIn(facet('((a{1,999}){1,999}){1,999}'))[0]).toMatch(/too big to be matched/);
  expect(mistakesIn(facet('a{2000}'))[0]).toMatch(/at most 1000 times/);
  expect(mistakesIn(facet('('.repeat(60)))[0]).toMatch(/nested more than 50 deep/);
  expect(mistakesIn(facet('a'.repeat(2_001)))[0]).toMatch(/at most 2000 characters/);
});

test('[Y4.1] long texts and numbers are read in proportion to their length', () => {
  const digits = '9'.repeat(100_000);
  expect(outcomeOf(read(`<v>${digits}</v>`, builtInShape('integer')))).toBe(digits);
  expect(read(`<v>${digits}x</v>`, builtInShape('decimal')).kind).toBe('misshapen');
  expect(read(`<v>${'A'.repeat(100_001)}</v>`, builtInShape('base64Binary')).kind).toBe('misshapen');
  expect(read(`<v>${' '.repeat(100_000)}1</v>`, builtInShape('int')).kind).toBe('fitted');
});
