/** The primitive types: the lexical form of each, its JSON, and its comparison. */
import type { Json } from '../../kernel/index.ts';
import { isNcName, isNmtoken, nameAt } from '../xml/xml-characters.ts';
import { canonicalDecimal, compareDecimals, jsonOfDecimal } from './decimal.ts';
import { compareTimeSpans, parseTimeSpan } from './time-span.ts';
import { compareXsdDateTimes, parseXsdDateTime, type XsdDateTimeType } from './xsd-date-time.ts';

export interface Primitive {
  /** A noun with its article, for messages. */
  readonly description: string;
  /** Reads a text after white space normalization; `undefined` if it is not of this type. */
  parse(text: string): ParsedValue | undefined;
  /** Compares canonical texts; `undefined` if they have no order. Absent if the type has no order. */
  readonly compare?: (a: string, b: string) => number | undefined;
  /** Absent if it has no length. */
  readonly lengthOf?: (canonical: string) => number;
  /** Whether it has digits that can be counted. */
  readonly decimal?: true;
}

export interface ParsedValue {
  /** Equal for texts with the same meaning. */
  readonly canonical: string;
  readonly value: Json;
}

const text = (description: string, fits: (text: string) => boolean): Primitive => ({
  description,
  parse: (given) => (fits(given) ? { canonical: given, value: given } : undefined),
  lengthOf: countCharacters,
});

/** In code points, as XML counts. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function decimal(description: string, form: RegExp): Primitive {
  return {
    description,
    parse(given) {
      const canonical = form.test(given) ? canonicalDecimal(given) : undefined;
      return canonical === undefined ? undefined : { canonical, value: jsonOfDecimal(canonical) };
    },
    compare: compareDecimals,
    decimal: true,
  };
}

const floating = (description: string, round: (value: number) => number): Primitive => ({
  description,
  parse(given) {
    if (given === 'INF' || given === '-INF' || given === 'NaN') return { canonical: given, value: given };
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(given)) return undefined;
    const value = Number(given);
    if (!Number.isFinite(value)) {
      const canonical = value > 0 ? 'INF' : '-INF';
      return { canonical, value: canonical };
    }
    return { canonical: String(round(value) + 0), value: value + 0 };
  },
  compare: compareFloats,
});

function compareFloats(a: string, b: string): number | undefined {
  if (a === 'NaN' || b === 'NaN') return a === b ? 0 : undefined;
  const [first, second] = [floatOf(a), floatOf(b)];
  return first === second ? 0 : first - second;
}

const floatOf = (canonical: string): number => Number(canonical.replace('INF', 'Infinity'));

const dateTime = (description: string, type: XsdDateTimeType): Primitive => ({
  description,
  parse: (given) =>
    parseXsdDateTime(given, type) === undefined ? undefined : { canonical: given, value: given },
  compare(a, b) {
    const [first, second] = [parseXsdDateTime(a, type), parseXsdDateTime(b, type)];
    return first === undefined || second === undefined ? undefined : compareXsdDateTimes(first, second);
  },
});

const base64 =
  /^(?:(?:[A-Za-z0-9+/] ?){4})*(?:(?:[A-Za-z0-9+/] ?){3}[A-Za-z0-9+/]|(?:[A-Za-z0-9+/] ?){2}[AEIMQUYcgkosw048] ?=|[A-Za-z0-9+/] ?[AQgw] ?= ?=)?$/;

/** A reference to a resource: almost any text, because XML Schema escapes characters that an address cannot have. */
function isUri(text: string): boolean {
  if (/%(?![0-9A-Fa-f]{2})/.test(text) || text.indexOf('#') !== text.lastIndexOf('#')) return false;
  const scheme = /^([^/?#]*?):/.exec(text)?.[1];
  return scheme === undefined || /^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme);
}

const isName = (given: string): boolean => given !== '' && nameAt(given, 0) === given;

const isQName = (given: string): boolean => {
  const parts = given.split(':');
  return parts.length <= 2 && parts.every(isNcName);
};

export const primitives = {
  string: text('a text', () => true),
  Name: text('an XML name', isName),
  NCName: text('an XML name without a colon', isNcName),
  NMTOKEN: text('a name token', isNmtoken),
  QName: { ...text('a qualified XML name', isQName) },
  language: text('a language code such as “en” or “de-CH”', (given) =>
    /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/.test(given),
  ),
  anyURI: text('an address (URI)', isUri),
  boolean: {
    description: 'true or false',
    parse(given) {
      const value = given === 'true' || given === '1';
      if (!value && given !== 'false' && given !== '0') return undefined;
      return { canonical: String(value), value };
    },
  },
  decimal: decimal('a decimal number', /^[+-]?[\d.]+$/),
  integer: decimal('a whole number', /^[+-]?\d+$/),
  double: floating('a number', (value) => value),
  float: floating('a number', Math.fround),
  hexBinary: {
    description: 'bytes as hexadecimal digits',
    parse: (given) =>
      /^([0-9a-fA-F]{2})*$/.test(given) ? { canonical: given.toUpperCase(), value: given } : undefined,
    lengthOf: (canonical) => canonical.length / 2,
  },
  base64Binary: {
    description: 'bytes in Base64',
    parse: (given) =>
      base64.test(given) ? { canonical: given.replaceAll(' ', ''), value: given } : undefined,
    lengthOf: (canonical) => Math.floor((canonical.replace(/=+$/, '').length * 3) / 4),
  },
  duration: {
    description: 'a duration such as “P1DT2H30M”',
    parse: (given) => (parseTimeSpan(given) === undefined ? undefined : { canonical: given, value: given }),
    compare(a, b) {
      const [first, second] = [parseTimeSpan(a), parseTimeSpan(b)];
      return first === undefined || second === undefined ? undefined : compareTimeSpans(first, second);
    },
  },
  dateTime: dateTime('a date and time such as “2026-01-15T10:00:00Z”', 'dateTime'),
  date: dateTime('a date such as “2026-01-15”', 'date'),
  time: dateTime('a time of day such as “10:00:00”', 'time'),
  gYear: dateTime('a year such as “2026”', 'gYear'),
  gYearMonth: dateTime('a month of a year such as “2026-01”', 'gYearMonth'),
  gMonth: dateTime('a month such as “--01”', 'gMonth'),
  gMonthDay: dateTime('a day of the year such as “--01-15”', 'gMonthDay'),
  gDay: dateTime('a day of the month such as “---15”', 'gDay'),
} as const satisfies Readonly<Record<string, Primitive>>;

export type PrimitiveName = keyof typeof primitives;
