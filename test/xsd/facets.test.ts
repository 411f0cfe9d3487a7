import { expect, test } from 'vitest';
import { escapeAttribute, escapeText } from '../../src/languages/xml/write-xml.ts';
import { askOracle } from './oracle.ts';
import { read, shapeOf } from './schema-fixture.ts';

interface FacetRow {
  readonly base: string;
  /** `name=value`, in order. */
  readonly facets: readonly string[];
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

const row = (base: string, facets: string, valid: string, invalid: string): FacetRow => ({
  base,
  facets: facets.split(' ; '),
  valid: valid.split('~'),
  invalid: invalid.split('~'),
});

const rows: readonly FacetRow[] = [
  row('string', 'length=3', 'abc~  a~😀😀😀', 'ab~abcd~'),
  row('token', 'maxLength=3', ' abc ~~a b', 'abcd~a b c'),
  row('normalizedString', 'enumeration=a b', 'a b~a\tb', 'a  b~ab'),
  row('string', 'whiteSpace=collapse ; enumeration=a b', ' a  b ', 'ab'),
  row(
    'decimal',
    'minInclusive=-1.5 ; maxExclusive=1000000000000000000000.1',
    '-1.50~0~1000000000000000000000~1000000000000000000000.09',
    '-1.51~1000000000000000000000.1~-2',
  ),
  row('decimal', 'totalDigits=3', '123~12.3~0.12~000.1200~-99.9', '1234~12.34~0.1234'),
  row('decimal', 'fractionDigits=1', '1.5~1.50~12345', '1.55'),
  row('integer', 'totalDigits=2', '99~-99~0099', '100'),
  row('decimal', 'enumeration=1.50 ; enumeration=2', '1.5~01.500~2.0', '1.51~0'),
  row('double', 'minExclusive=0 ; maxInclusive=1e3', '0.001~1000~1E3', '0~-0~INF~NaN~1000.5'),
  row('double', 'enumeration=NaN ; enumeration=1e1', 'NaN~10~1.0E1', '11~INF'),
  row('boolean', 'pattern=true|false', 'true', '1~0'),
  row('hexBinary', 'minLength=1 ; maxLength=2', 'AB~abcd', '~ABCDEF'),
  row('base64Binary', 'length=2', 'QUI=', 'QUJD~QQ==~'),
  row('hexBinary', 'enumeration=ab', 'AB~ab', 'AC'),
  row(
    'date',
    'minInclusive=2026-01-01 ; maxExclusive=2026-03-01',
    '2026-01-01~2026-02-28',
    '2025-12-31~2026-03-01',
  ),
  row('date', 'maxInclusive=2026-01-01Z', '2026-01-01Z~2026-01-01+01:00', '2026-01-01-01:00~2026-01-02Z'),
  row(
    'dateTime',
    'minInclusive=2026-01-01T00:00:00Z',
    '2026-01-01T01:00:00+01:00~2025-12-31T24:00:00Z~2026-01-02T00:00:00',
    '2026-01-01T00:30:00+01:00~2026-01-01T00:00:00~2025-12-01T00:00:00',
  ),
  row(
    'dateTime',
    'maxExclusive=2026-01-01T00:00:00.25',
    '2026-01-01T00:00:00.2~2026-01-01T00:00:00.2499',
    '2026-01-01T00:00:00.25~2026-01-01T00:00:00.3',
  ),
  row(
    'time',
    'minInclusive=08:00:00 ; maxInclusive=17:30:00',
    '08:00:00~17:30:00~12:00:00.5',
    '07:59:59~17:30:00.1',
  ),
  row('gYear', 'minInclusive=2000', '2000~2026', '1999~-0044'),
  row('gMonthDay', 'maxInclusive=--06-30', '--01-01~--06-30', '--07-01~--12-31'),
  row('duration', 'minInclusive=P1M', 'P1M~P32D~P1Y~PT800H', 'P27D~P30D~P31D~-P1M'),
  row('duration', 'maxInclusive=PT1H30M', 'PT90M~PT5400S~PT1.5S', 'PT91M~P1D'),
  row('string', 'pattern=[a-c]+ ; pattern=x{2}', 'abc~xx', 'x~abcd~'),
  row('string', 'pattern=\\d{3}-[A-Z]?', '123-~123-Z', '12-Z~123-z'),
  row('string', 'pattern=[a-z-[aeiou]]+', 'xyz', 'abc'),
  row('string', 'pattern=[^0-9\\-]*', 'ab c~', 'a1~a-b'),
  row('string', 'pattern=\\i\\c*', 'a1~_x-y.z~:a', '1a~-a~'),
  row('string', 'pattern=\\p{Lu}\\P{Lu}*', 'Éa~A', 'aA~AA'),
  row('string', 'pattern=\\p{IsBasicLatin}+', 'abc', 'é~'),
  row('string', 'pattern=a\\.b\\?|\\(\\[\\]\\)', 'a.b?~([])', 'axb?~()'),
  row('string', 'pattern=^a$', '^a$', 'a'),
  row('string', 'pattern=(a|b(c|d)){2,3}', 'aa~abc~bdbca', 'a~aaaa~b'),
  row('string', 'pattern=\\S+\\s\\w+', 'a! b', 'a b!~ab'),
  row('string', 'pattern=.*', 'anything~', 'a\nb'),
  row('NMTOKENS', 'maxLength=2', 'a~a b', 'a b c'),
];

const print = ({ base, facets }: FacetRow): string =>
  `<xs:simpleType><xs:restriction base="xs:${base}">${facets
    .map((facet) => [facet.slice(0, facet.indexOf('=')), facet.slice(facet.indexOf('=') + 1)] as const)
    .map(([name, value]) => `<xs:${name} value="${escapeAttribute(value)}"/>`)
    .join('')}</xs:restriction></xs:simpleType>`;

const documentOf = (name: string, text: string): string => `<${name}>${escapeText(text)}</${name}>`;

test.each(rows)('[Y4.1] $base with $facets', (each) => {
  const shape = shapeOf(`<xs:element name="r">${print(each)}</xs:element>`, 'r');
  const fits = (text: string): boolean => read(documentOf('r', text), shape).kind === 'fitted';
  expect(each.valid.filter((text) => !fits(text))).toEqual([]);
  expect(each.invalid.filter(fits)).toEqual([]);
});

test('[Y4.1] another XML Schema processor agrees on every facet', async () => {
  const answers = await askOracle(
    rows.map((each, at) => ({
      declarations: `<xs:element name="r${at}">${print(each)}</xs:element>`,
      documents: [...each.valid, ...each.invalid].map((text) => documentOf(`r${at}`, text)),
    })),
  );
  const differing = rows.flatMap(({ base, facets, valid, invalid }, at) =>
    [...valid, ...invalid]
      .filter((_, index) => answers[at]?.[index] !== index < valid.length)
      .map((text) => `${base} ${facets.join(' ; ')}: ${text}`),
  );
  // It treats the end of a day as the beginning of the same day.
  expect(differing).toEqual(['dateTime minInclusive=2026-01-01T00:00:00Z: 2025-12-31T24:00:00Z']);
});
