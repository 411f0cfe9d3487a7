/** The built-in simple types: primitive, white space rule, and limits of each. */
import type { PrimitiveName } from './primitive.ts';
import type { XsdFacets } from './shape.ts';

export interface BuiltInBase {
  readonly primitive: PrimitiveName;
  readonly whiteSpace: 'preserve' | 'replace' | 'collapse';
  readonly facets?: XsdFacets;
}

const collapsed = (primitive: PrimitiveName, facets?: XsdFacets): BuiltInBase =>
  facets === undefined
    ? { primitive, whiteSpace: 'collapse' }
    : { primitive, whiteSpace: 'collapse', facets };

const whole = (minInclusive?: string, maxInclusive?: string): BuiltInBase =>
  collapsed('integer', {
    ...(minInclusive === undefined ? {} : { minInclusive }),
    ...(maxInclusive === undefined ? {} : { maxInclusive }),
  });

/** The atomic types, by name. */
const bases: ReadonlyMap<string, BuiltInBase> = new Map(
  Object.entries({
    anySimpleType: { primitive: 'string', whiteSpace: 'preserve' },
    string: { primitive: 'string', whiteSpace: 'preserve' },
    normalizedString: { primitive: 'string', whiteSpace: 'replace' },
    token: collapsed('string'),
    language: collapsed('language'),
    Name: collapsed('Name'),
    NCName: collapsed('NCName'),
    ID: collapsed('NCName'),
    IDREF: collapsed('NCName'),
    ENTITY: collapsed('NCName'),
    NMTOKEN: collapsed('NMTOKEN'),
    anyURI: collapsed('anyURI'),
    QName: collapsed('QName'),
    NOTATION: collapsed('QName'),
    boolean: collapsed('boolean'),
    base64Binary: collapsed('base64Binary'),
    hexBinary: collapsed('hexBinary'),
    float: collapsed('float'),
    double: collapsed('double'),
    decimal: collapsed('decimal'),
    integer: whole(),
    nonPositiveInteger: whole(undefined, '0'),
    negativeInteger: whole(undefined, '-1'),
    nonNegativeInteger: whole('0'),
    positiveInteger: whole('1'),
    long: whole('-9223372036854775808', '9223372036854775807'),
    int: whole('-2147483648', '2147483647'),
    short: whole('-32768', '32767'),
    byte: whole('-128', '127'),
    unsignedLong: whole('0', '18446744073709551615'),
    unsignedInt: whole('0', '4294967295'),
    unsignedShort: whole('0', '65535'),
    unsignedByte: whole('0', '255'),
    duration: collapsed('duration'),
    dateTime: collapsed('dateTime'),
    date: collapsed('date'),
    time: collapsed('time'),
    gYear: collapsed('gYear'),
    gYearMonth: collapsed('gYearMonth'),
    gMonth: collapsed('gMonth'),
    gMonthDay: collapsed('gMonthDay'),
    gDay: collapsed('gDay'),
  } satisfies Readonly<Record<string, BuiltInBase>>),
);

export const findBase = (name: string): BuiltInBase | undefined => bases.get(name);
