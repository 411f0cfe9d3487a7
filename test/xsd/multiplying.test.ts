/** Tests types that contain each other many times and parts that repeat each other: small schemas whose expansion is huge. */
import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { exampleOfShape } from '../../src/languages/xsd/example-of-shape.ts';
import { fitValue } from '../../src/languages/xsd/fit-value.ts';
import { schemaOfShape } from '../../src/languages/xsd/schema-of-shape.ts';
import { trimShape } from '../../src/languages/xsd/trim-shape.ts';
import { fitted, mistakesIn, read, shapeOf } from './schema-fixture.ts';

const each = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('');
const sequence = (inside: string, occurs = ''): string => `<xs:sequence ${occurs}>${inside}</xs:sequence>`;
const element = (name: string, type: string, occurs = ''): string =>
  `<xs:element name="${name}" type="${type}" ${occurs}/>`;
const complex = (name: string, inside: string): string =>
  `<xs:complexType name="${name}">${inside}</xs:complexType>`;
const restriction = (name: string, base: string, facets: string): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;

const partsIn = (value: Json): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce<number>((sum, inner) => sum + partsIn(inner), 1);

const twice = (levels: number, names: readonly string[], occurs = ''): string =>
  each(levels, (at) =>
    complex(`T${at}`, sequence(names.map((name) => element(name, `T${at + 1}`, occurs)).join(''))),
  ) + complex(`T${levels}`, sequence(element('z', 'xs:string')));

test.each([
  ['that are required', twice(60, ['a', 'b', 'c'])],
  ['that are optional', twice(60, ['a', 'b', 'c'], 'minOccurs="0"')],
  ['many times', twice(30, ['a'], 'minOccurs="1000000" maxOccurs="unbounded"')],
])('[Y4.1] an example of nested types %s stays within the limit', (_which, schema) => {
  const size = partsIn(exampleOfShape(shapeOf(schema, 'T0'), 'value'));
  expect(size).toBeGreaterThan(10);
  expect(size).toBeLessThan(2_500);
});

test('[Y4.1] an example of nested repetitions stays within the limit, with few repetitions', () => {
  const hundred = 'minOccurs="100" maxOccurs="unbounded"';
  const rounds = (inside: string, levels: number): string =>
    levels === 0 ? inside : sequence(rounds(inside, levels - 1), hundred);
  const shape = (levels: number) =>
    shapeOf(complex('T', sequence(rounds(element('a', 'xs:int'), levels))), 'T');
  expect(partsIn(exampleOfShape(shape(8), 'value'))).toBeLessThan(2_500);
  const example = exampleOfShape(shape(1), 'value');
  expect(fitted(example, shape(1))).toEqual(example);
});

test('[Y4.1] examples share one limit', () => {
  const shape = shapeOf(twice(60, ['a', 'b']), 'T0');
  const budget = { left: 300 };
  const examples = Array.from({ length: 1_000 }, () => exampleOfShape(shape, 'value', budget));
  expect(budget.left).toBe(0);
  expect(examples.reduce<number>((sum, example) => sum + partsIn(example), 0)).toBeLessThan(2_500);
});

const union = (at: number, members: string): string =>
  `<xs:simpleType name="T${at}"><xs:union memberTypes="${members}"/></xs:simpleType>`;

test('[Y4.1] a union of unions tries each type once', () => {
  const plain = each(60, (at) => union(at, `T${at + 1} T${at + 1}`)) + restriction('T60', 'xs:int', '');
  const shape = shapeOf(plain, 'T0');
  expect(fitted('7', shape)).toBe(7);
  expect(fitValue('x', shape, 'v').kind).toBe('misshapen');
  expect(exampleOfShape(shape, 'value')).toBe(1);
});

test('[Y4.1] unions with facets, which cannot be merged, try each type once', () => {
  const faceted =
    each(
      40,
      (at) =>
        restriction(`A${at}`, `T${at}`, '<xs:pattern value=".*"/>') +
        restriction(`B${at}`, `T${at}`, '<xs:pattern value=".+"/>') +
        union(at, `A${at + 1} B${at + 1}`),
    ) +
    restriction('A40', 'xs:int', '<xs:enumeration value="7"/>') +
    restriction('B40', 'xs:int', '<xs:enumeration value="8"/>');
  const shape = shapeOf(faceted, 'T0');
  expect(fitted('8', shape)).toBe(8);
  expect(fitValue('9', shape, 'v').kind).toBe('misshapen');
});

test.each([
  [
    'a union of very many types',
    each(201, (at) => restriction(`S${at}`, 'xs:int', '')) +
      union(0, Array.from({ length: 201 }, (_, at) => `S${at}`).join(' ')),
    /^limit .* at most 200 types/,
  ],
  [
    'types nested by groups',
    each(
      40,
      (at) =>
        `<xs:group name="G${at}">${sequence(['a', 'b'].map((name) => `<xs:element name="${name}"><xs:complexType><xs:group ref="G${at + 1}"/></xs:complexType></xs:element>`).join(''))}</xs:group>`,
    ) +
      `<xs:group name="G40">${sequence(element('z', 'xs:int'))}</xs:group>${complex('T', '<xs:group ref="G0"/>')}`,
    /^limit .* The types are too big/,
  ],
  [
    'a list of values that every type has',
    restriction(
      'B',
      'xs:string',
      each(2_000, (at) => `<xs:enumeration value="value-${at}"/>`),
    ) + each(500, (at) => restriction(`T${at}`, 'B', '<xs:maxLength value="20"/>')),
    /^limit .* The types are too big/,
  ],
  [
    'attributes that every type has',
    `<xs:attributeGroup name="g">${each(600, (at) => `<xs:attribute name="a${at}"/>`)}</xs:attributeGroup>${each(200, (at) => complex(`T${at}`, '<xs:attributeGroup ref="g"/>'))}`,
    /^limit .* too big/,
  ],
  [
    'groups inside groups',
    each(
      90,
      (at) =>
        `<xs:group name="G${at}">${'<xs:sequence>'.repeat(50)}<xs:group ref="G${at + 1}"/>${'</xs:sequence>'.repeat(50)}</xs:group>`,
    ) +
      `<xs:group name="G90">${sequence(element('z', 'xs:int'))}</xs:group>${complex('T', '<xs:group ref="G0"/>')}`,
    /^limit .* More than 200 parts are nested/,
  ],
  [
    'attribute groups inside attribute groups',
    `${each(
      5_000,
      (at) => `<xs:attributeGroup name="g${at}"><xs:attributeGroup ref="g${at + 1}"/></xs:attributeGroup>`,
    )}<xs:attributeGroup name="g5000"/>${complex('T', '<xs:attributeGroup ref="g0"/>')}`,
    /^limit .* More than 200 parts are nested/,
  ],
  [
    'very many patterns',
    restriction(
      'T',
      'xs:string',
      each(6_000, (at) => `<xs:pattern value="a${at}"/>`),
    ),
    /^limit .* too many patterns/,
  ],
  [
    'a pattern with many states',
    restriction('T', 'xs:string', `<xs:pattern value="${'(a{1,30}){1,30}'.repeat(10)}"/>`),
    /^bad-pattern .* too big to be matched/,
  ],
])('[Y1.3] [Y4.1] %s is refused', (_what, schema, expected) => {
  const found = mistakesIn(schema);
  expect(found[0]).toMatch(expected);
  expect(found.length).toBeLessThan(5);
});

test('[Y4.1] [Y4.3] chains of types can have any length', () => {
  const chain =
    each(2_500, (at) => complex(`T${at}`, sequence(element('e', `T${at + 1}`)))) + complex('T2500', '');
  const shape = shapeOf(chain, 'T0');
  expect(Object.keys(trimShape(shape).types)).toHaveLength(2_501);
  expect(Object.keys(schemaOfShape(shape)['$defs'] ?? {})).toHaveLength(2_501);
  const elements = `${each(
    2_500,
    (at) =>
      `<xs:element name="e${at}"><xs:complexType>${sequence(`<xs:element ref="e${at + 1}" minOccurs="0"/>`)}</xs:complexType></xs:element>`,
  )}<xs:element name="e2500" type="xs:int"/>`;
  expect(fitted({ e1: { e2: {} } }, shapeOf(elements, 'e0'))).toEqual({ e1: { e2: {} } });
});

test('[Y4.1] a shape keeps the types that occur in mixed content', () => {
  const mixed = `<xs:complexType name="M" mixed="true">${sequence(element('a', 'A'))}</xs:complexType>`;
  const { types } = trimShape(shapeOf(`${mixed}${restriction('A', 'xs:int', '')}`, 'M'));
  expect(Object.keys(types)).toEqual(['M', 'A']);
});

test('[Y4.3] exclusions in nested choices are limited', () => {
  const nested = Array.from({ length: 70 }).reduce<string>(
    (inside, _, at) =>
      `<xs:choice>${each(49, (branch) => element(`n${at}-${branch}`, 'xs:int'))}${inside}</xs:choice>`,
    '',
  );
  expect(JSON.stringify(schemaOfShape(shapeOf(complex('T', nested), 'T'))).length).toBeLessThan(1_500_000);
});

test('[Y4.1] a value with too many possible matches, or too large for its patterns, is refused', () => {
  const optional = each(4_000, (at) => element(`a${at}`, 'xs:int', 'minOccurs="0"'));
  const scan = shapeOf(complex('T', sequence(optional, 'maxOccurs="unbounded"')), 'T');
  const far = read(`<v>${'<a3999>1</a3999>'.repeat(20_000)}</v>`, scan);
  expect(fitted([], scan)).toHaveLength(1);
  expect(far).toEqual({ kind: 'misshapen', problems: [expect.objectContaining({ actual: 'a larger one' })] });
  const objects = shapeOf(
    `${complex('O', sequence(optional))}${complex('T', sequence(element('o', 'O', 'maxOccurs="unbounded"')))}`,
    'T',
  );
  const many = fitValue({ o: Array.from({ length: 20_000 }, () => ({})) }, objects, 'v');
  expect(many.kind === 'misshapen' && many.problems.map(({ actual }) => actual)).toEqual(['a larger one']);
  const pattern = shapeOf(restriction('T', 'xs:string', '<xs:pattern value="(a{1,30}){1,30}"/>'), 'T');
  expect(fitValue('a'.repeat(500), pattern, 'v').kind).toBe('fitted');
  expect(fitted('a'.repeat(100_000), pattern)).toEqual([expect.stringMatching(/too large for its type/)]);
});

test('[Y4.1] of very many mismatches the first ones are reported, and the rest is not checked', () => {
  const names = each(2_000, (at) => element(`name${at}`, 'xs:int', 'minOccurs="0"'));
  const shape = shapeOf(
    `${complex('O', sequence(names))}${complex('T', sequence(element('o', 'O', 'maxOccurs="unbounded"')))}`,
    'T',
  );
  const fitResult = fitValue({ o: Array.from({ length: 3_000 }, () => ({ nme7: 1 })) }, shape, 'v');
  const problems = fitResult.kind === 'misshapen' ? fitResult.problems : [];
  expect(problems).toHaveLength(100);
  expect(JSON.stringify(problems).length).toBeLessThan(100_000);
});
