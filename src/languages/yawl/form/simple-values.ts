/** The simple types of YAWL's schema: what texts and attributes can contain. */
import { isNcName, isNmtoken } from '../../xml/xml-characters.ts';
import { parseTimeSpan } from '../../xsd/time-span.ts';
import { parseXsdDateTime } from '../../xsd/xsd-date-time.ts';

export interface SimpleValue {
  /** A description for error messages. */
  readonly expected: string;
  /** The same as a type of XML Schema: its base, and how it is restricted. */
  readonly base: string;
  readonly facets?: readonly Facet[];
  /** @param text as in the document, including spaces */
  fits(text: string): boolean;
}

type Facet = readonly [
  name: 'enumeration' | 'minLength' | 'length' | 'minInclusive' | 'pattern',
  value: string,
];

/** Ignores surrounding space. */
const collapsed = (
  base: string,
  expected: string,
  fits: (text: string) => boolean,
  ...facets: readonly Facet[]
): SimpleValue => ({
  base,
  expected,
  fits: (text) => fits(text.trim()),
  facets,
});

const matching = (base: string, expected: string, pattern: RegExp): SimpleValue =>
  collapsed(base, expected, (text) => pattern.test(text));

export const oneOf = (...values: readonly string[]): SimpleValue => ({
  base: 'string',
  facets: values.map((value) => ['enumeration', value]),
  expected: values.join(', '),
  fits: (text) => values.includes(text),
});

export const anyText: SimpleValue = { base: 'string', expected: 'a text', fits: () => true };
export const someText: SimpleValue = {
  base: 'string',
  facets: [['minLength', '1']],
  expected: 'a text that is not empty',
  fits: (text) => text !== '',
};
export const noText = collapsed('token', 'nothing', (text) => text === '', ['length', '0']);
export const ncName = collapsed(
  'NCName',
  'a name of letters, digits, “_”, “-” and “.” that begins with a letter or “_”',
  isNcName,
);
export const nmtoken = collapsed(
  'NMTOKEN',
  'letters, digits, “_”, “-”, “.” and “:” without a space',
  isNmtoken,
);
export const uri = collapsed(
  'anyURI',
  'a URI',
  (text) => !/%(?![0-9A-Fa-f]{2})/.test(text) && !/#[^#]*#/.test(text),
);
export const someUri = collapsed(
  'anyURI',
  'a URI that is not empty',
  (text) => text !== '' && uri.fits(text),
  ['minLength', '1'],
);
export const integer = matching('integer', 'a whole number', /^[+-]?[0-9]+$/);
export const positive = matching('positiveInteger', 'a whole number from 1 on', /^\+?0*[1-9][0-9]*$/);
export const decimal = matching('decimal', 'a number', /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/);
export const boolean = matching('boolean', 'true or false', /^(?:true|false|1|0)$/);

const maxLong = 2n ** 63n;

export const long = collapsed('long', 'a whole number', (text) => {
  if (!integer.fits(text) || text.length > 20) return false;
  const number = BigInt(text.replace('+', ''));
  return number >= -maxLong && number < maxLong;
});

export const versionNumber = collapsed(
  'decimal',
  'a number from 0.1 on',
  (text) => decimal.fits(text) && Number(text) >= 0.1,
  ['minInclusive', '0.1'],
);

export const date = collapsed(
  'date',
  'a date: 2030-01-31',
  (text) => parseXsdDateTime(text, 'date') !== undefined,
);
export const dateTime = collapsed(
  'dateTime',
  'a date and time: 2030-01-31T12:00:00',
  (text) => parseXsdDateTime(text, 'dateTime') !== undefined,
);
export const duration = collapsed(
  'duration',
  'a duration: PT5M, P2DT12H',
  (text) => parseTimeSpan(text) !== undefined,
);
