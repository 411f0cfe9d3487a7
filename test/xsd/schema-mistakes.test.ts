import { expect, test } from 'vitest';
import { mistakesIn, shapeOf } from './schema-fixture.ts';

const simple = (inside: string, name = 'S'): string =>
  `<xs:simpleType name="${name}">${inside}</xs:simpleType>`;
const restriction = (base: string, facets: string): string =>
  simple(`<xs:restriction base="${base}">${facets}</xs:restriction>`);
const complex = (inside: string, attributes = ''): string =>
  `<xs:complexType name="C"${attributes}>${inside}</xs:complexType>`;
const sequence = (inside: string): string => complex(`<xs:sequence>${inside}</xs:sequence>`);

/** A schema, and the beginning of what is reported. */
const mistakes: readonly (readonly [declarations: string, ...told: string[]])[] = [
  [
    '<xs:import namespace="urn:x" schemaLocation="x.xsd"/>',
    'xsd-unsupported at schema.import, “xs:import”: “<xs:import>” is not supported.',
  ],
  ['<xs:include schemaLocation="x.xsd"/>', 'xsd-unsupported at schema.include, “xs:include”:'],
  ['<xs:redefine schemaLocation="x.xsd"/>', 'xsd-unsupported at schema.redefine, “xs:redefine”:'],
  [
    '<xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" substitutionGroup="a"/>',
    'xsd-unsupported at schema.element[b], “a”: “substitutionGroup” is not supported.',
  ],
  [
    complex('', ' abstract="true"'),
    'xsd-unsupported at schema.complexType[C], “true”: “abstract” is not supported.',
  ],
  [
    sequence(
      '<xs:element name="a" type="xs:int"><xs:key name="k"><xs:selector xpath="x"/><xs:field xpath="y"/></xs:key></xs:element>',
    ),
    'xsd-unsupported at schema.complexType[C].sequence.element[a].key[k], “xs:key”:',
  ],
  [
    sequence('<xs:any/>'),
    'xsd-unsupported at schema.complexType[C].sequence.any, “xs:any”: A wildcard whose elements are validated against their declarations',
  ],
  [
    sequence('<xs:any namespace="##other" processContents="lax"/>'),
    'xsd-unsupported at schema.complexType[C].sequence.any, “##other”:',
  ],
  [
    complex('<xs:attribute ref="xml:lang"/>'),
    'xsd-unsupported at schema.complexType[C].attribute, “xml:lang”:',
  ],
  [
    '<xs:typo name="x"/>',
    'xsd-syntax at schema.typo[x], “xs:typo”: “<xs:typo>” is not allowed here in a schema.',
  ],
  [
    '<xs:simpleTyp name="x"/>',
    'xsd-syntax at schema.simpleTyp[x], “xs:simpleTyp”: “<xs:simpleTyp>” is not allowed here in a schema. Did you mean “simpleType”?',
  ],
  ['<other/>', 'xsd-syntax at schema.other, “other”:'],
  ['loose', 'xsd-syntax at schema, “xs:schema”: “<xs:schema>” contains text'],
  [
    '<xs:complexType/>',
    'xsd-syntax at schema.complexType, “xs:complexType”: “<xs:complexType>” at the top of a schema needs a “name”.',
  ],
  [
    complex('', ' mixd="true"'),
    'xsd-syntax at schema.complexType[C], “true”: “<xs:complexType>” has no attribute “mixd”. Did you mean “mixed”?',
  ],
  [`${complex('')}${complex('')}`, 'name-clash at schema.complexType[C], “C”: The name “C” is used twice.'],
  [
    sequence('<xs:element name="a" type="xs:strin"/>'),
    'unknown-type at schema.complexType[C].sequence.element[a], “xs:strin”: The type “xs:strin” does not exist in this schema.',
  ],
  [
    sequence('<xs:element name="a" type="c"/>'),
    'unknown-type at schema.complexType[C].sequence.element[a], “c”:',
  ],
  [
    `${restriction('xs:int', '')}${sequence('<xs:element name="a" type="y:S"/>')}`,
    'unknown-type at schema.complexType[C].sequence.element[a], “y:S”: The type “y:S” does not exist in this schema. Its prefix is not declared.',
  ],
  [
    sequence('<xs:element ref="a"/>'),
    'unknown-type at schema.complexType[C].sequence.element, “a”: The element “a” does not exist',
  ],
  [
    sequence('<xs:group ref="a"/>'),
    'unknown-type at schema.complexType[C].sequence.group, “a”: The group “a” does not exist',
  ],
  [
    complex('<xs:attributeGroup ref="a"/>'),
    'unknown-type at schema.complexType[C].attributeGroup, “a”: The attributeGroup “a” does not exist',
  ],
  [
    complex('<xs:complexContent><xs:extension base="C"/></xs:complexContent>'),
    'xsd-circular at schema.complexType[C].complexContent.extension, “C”: “C” is derived from itself.',
  ],
  [
    `${simple('<xs:restriction base="B"/>', 'A')}${simple('<xs:restriction base="A"/>', 'B')}`,
    'xsd-circular at schema.simpleType[B].restriction, “A”:',
  ],
  [simple('<xs:list itemType="S"/>'), 'xsd-circular at schema.simpleType[S].list, “S”:'],
  [
    `<xs:group name="G"><xs:sequence><xs:group ref="G"/></xs:sequence></xs:group>${complex('<xs:group ref="G"/>')}`,
    'xsd-circular at schema.group[G].sequence.group, “G”:',
  ],
  [
    `<xs:attributeGroup name="G"><xs:attributeGroup ref="G"/></xs:attributeGroup>${complex('<xs:attributeGroup ref="G"/>')}`,
    'xsd-circular at schema.attributeGroup[G].attributeGroup, “G”:',
  ],
  [
    restriction('xs:int', '<xs:maxInclusive value="x"/>'),
    'xsd-value at schema.simpleType[S].restriction.maxInclusive, “x”: “x” is not a value of the base type: a whole number',
  ],
  [
    restriction('xs:int', '<xs:enumeration value="99999999999"/>'),
    'xsd-value at schema.simpleType[S].restriction.enumeration, “99999999999”:',
  ],
  [
    restriction('xs:string', '<xs:minInclusive value="1"/>'),
    'xsd-value at schema.simpleType[S].restriction.minInclusive, “1”: “minInclusive” does not apply to a type derived from “string”.',
  ],
  [
    restriction('xs:int', '<xs:maxLength value="1"/>'),
    'xsd-value at schema.simpleType[S].restriction.maxLength, “1”:',
  ],
  [
    restriction('xs:string', '<xs:maxLength value="-1"/>'),
    'xsd-value at schema.simpleType[S].restriction.maxLength, “-1”:',
  ],
  [
    restriction('xs:string', '<xs:maxLength value="1"/><xs:maxLength value="2"/>'),
    'xsd-value at schema.simpleType[S].restriction.maxLength, “2”: “<xs:maxLength>” occurs twice',
  ],
  [
    restriction('xs:string', '<xs:minLength value="3"/><xs:maxLength value="2"/>'),
    'xsd-value at schema.simpleType[S].restriction.maxLength, “2”: “minLength” 3 is more than “maxLength” 2.',
  ],
  [
    restriction('xs:string', '<xs:whiteSpace value="trim"/>'),
    'xsd-value at schema.simpleType[S].restriction.whiteSpace, “trim”:',
  ],
  [
    restriction('xs:token', '<xs:whiteSpace value="preserve"/>'),
    'xsd-value at schema.simpleType[S].restriction.whiteSpace, “preserve”:',
  ],
  [
    `${restriction('xs:string', '<xs:maxLength value="5"/>')}${simple('<xs:restriction base="S"><xs:maxLength value="6"/></xs:restriction>', 'T')}`,
    'xsd-value at schema.simpleType[T].restriction.maxLength, “6”:',
  ],
  [
    restriction('xs:string', '<xs:pattern value="(a"/>'),
    'bad-pattern at schema.simpleType[S].restriction.pattern, “(a”: A group is not closed',
  ],
  [
    restriction('xs:string', '<xs:pattern value="\\p{IsKlingon}"/>'),
    'bad-pattern at schema.simpleType[S].restriction.pattern, “\\p{IsKlingon}”: “\\p{IsKlingon}” is not a known set of characters',
  ],
  [
    restriction('xs:string', '<xs:patern value="a"/>'),
    'xsd-syntax at schema.simpleType[S].restriction.patern, “xs:patern”:',
  ],
  [
    restriction('xs:string', '<xs:length/>'),
    'xsd-value at schema.simpleType[S].restriction.length, “xs:length”: “<xs:length>” has no “value”.',
  ],
  [simple(''), 'xsd-syntax at schema.simpleType[S], “xs:simpleType”: “<xs:simpleType>” needs a restriction'],
  [simple('<xs:restriction/>'), 'xsd-syntax at schema.simpleType[S].restriction, “xs:restriction”:'],
  [simple('<xs:union/>'), 'xsd-syntax at schema.simpleType[S].union, “xs:union”:'],
  [
    simple('<xs:list itemType="xs:NMTOKENS"/>'),
    'xsd-value at schema.simpleType[S].list, “xs:NMTOKENS”: The items of a list cannot be lists.',
  ],
  [
    `${complex('')}${simple('<xs:restriction base="C"/>')}`,
    'xsd-value at schema.simpleType[S].restriction, “C”: “C” is not a simple type',
  ],
  [
    complex('<xs:simpleContent><xs:extension base="xs:anyType"/></xs:simpleContent>'),
    'xsd-value at schema.complexType[C].simpleContent.extension, “xs:anyType”:',
  ],
  [
    complex('<xs:complexContent><xs:extension base="xs:int"/></xs:complexContent>'),
    'xsd-value at schema.complexType[C].complexContent.extension, “xs:int”:',
  ],
  [
    complex('<xs:complexContent/>'),
    'xsd-syntax at schema.complexType[C].complexContent, “xs:complexContent”:',
  ],
  [
    complex('<xs:attribute name="a"/><xs:attribute name="a"/>'),
    'name-clash at schema.complexType[C].attribute[a], “xs:attribute”:',
  ],
  [
    complex('<xs:attribute name="a" use="maybe"/>'),
    'xsd-value at schema.complexType[C].attribute[a], “maybe”:',
  ],
  [
    complex('<xs:attribute name="a" type="xs:int" default="x"/>'),
    'xsd-value at schema.complexType[C].attribute[a], “x”: “x” is not a value of its type',
  ],
  [
    sequence('<xs:element name="a" type="xs:int" default="x"/>'),
    'xsd-value at schema.complexType[C].sequence.element[a], “x”: “x” is not a value of its type',
  ],
  [
    sequence('<xs:element name="a" minOccurs="2"/>'),
    'xsd-value at schema.complexType[C].sequence.element[a], “xs:element”: “minOccurs” 2 is more than “maxOccurs” 1.',
  ],
  [
    sequence('<xs:element name="a" maxOccurs="many"/>'),
    'xsd-value at schema.complexType[C].sequence.element[a], “many”:',
  ],
  [
    sequence('<xs:element name="a" type="xs:int"/><xs:element name="a" type="xs:string"/>'),
    'name-clash at schema.complexType[C], “xs:complexType”: “a” has two different types inside one type.',
  ],
  [
    complex('<xs:all><xs:element name="a" maxOccurs="2"/></xs:all>'),
    'xsd-value at schema.complexType[C].all.element[a], “xs:element”: “all” must be',
  ],
  [sequence('<xs:all/>'), 'xsd-syntax at schema.complexType[C].sequence.all, “xs:all”:'],
  [
    sequence('<xs:element/>'),
    'xsd-syntax at schema.complexType[C].sequence.element, “xs:element”: An element needs a “name”',
  ],
  [
    sequence(
      '<xs:element name="a" type="xs:int"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>',
    ),
    'xsd-syntax at schema.complexType[C].sequence.element[a], “xs:element”: An element must have one type',
  ],
];

test.each(mistakes)(
  '[Y1.3] [Y4.1] an error in a schema is reported at its place: %s',
  (declarations, ...told) => {
    const found = mistakesIn(declarations);
    expect(found).toHaveLength(told.length);
    expect(found.map((text, at) => text.slice(0, told[at]?.length))).toEqual(told);
  },
);

test('[Y1.3] [Y4.1] all errors of a schema are reported at once', () => {
  const declarations = `${restriction('xs:int', '<xs:maxInclusive value="x"/><xs:foo/>')}<xs:import/>${sequence('<xs:element name="a" type="B"/><xs:element name="b" type="xs:c"/>')}`;
  expect(mistakesIn(declarations)).toHaveLength(5);
});

test('[Y4.1] a name without a prefix belongs to the schema, in any target namespace', () => {
  const own = shapeOf(
    `${restriction('xs:int', '')}${sequence('<xs:element name="a" type="S"/>')}`,
    'C',
    ' xmlns="urn:yawl"',
  );
  const target = shapeOf(
    `${restriction('xs:int', '')}${sequence('<xs:element name="a" type="t:S"/>')}`,
    'C',
    ' xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified"',
  );
  expect(target).toEqual(own);
  expect(mistakesIn(sequence('<xs:element name="a" type="u:S"/>'), ' xmlns:u="urn:u"')).toHaveLength(1);
});

test('[Y4.1] YAWL’s own types are known in a schema', () => {
  expect(
    mistakesIn(
      sequence('<xs:element name="a" type="YTimerType"/><xs:element name="b" type="YDocumentType"/>'),
    ),
  ).toEqual([]);
});
