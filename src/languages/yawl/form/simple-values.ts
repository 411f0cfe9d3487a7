/** The simple types of YAWL's schema: what texts and attributes can contain. */
import { isNcName, isNmtoken } from '../../xml/xml-characters.ts';
import { parseTimeSpan } from '../../xsd/time-span.ts';
import { parseXsdDateTime } from '../../xsd/xsd-date-time.ts';

export interface SimpleValue {
  /** A description for error messages. */
  readonly expected: string;
  /** @param text as in the document, including spaces */
  fits(text: string): boolean;
}

/** Ignores surrounding space. */
const collapsed = (expected: string, fits: (text: string) => boolean): SimpleValue => ({
  expected,
  fits: (text) => fits(text.trim()),
});

const matching = (expected: string, pattern: RegExp): SimpleValue =>
  collapsed(expected, (text) => pattern.test(text));

export const oneOf = (...values: readonly string[]): SimpleValue => ({
  expected: values.join(', '),
  fits: (text) => values.includes(text),
});

export const anyText: SimpleValue = { expected: 'a text', fits: () => true };
export const someText: SimpleValue = { expected: 'a text that is not empty', fits: (text) => text !== '' };
export const noText: SimpleValue = { expected: 'nothing', fits: (text) => text.trim() === '' };
export const ncName = collapsed(
  'a name of letters, digits, “_”, “-” and “.” that begins with a letter or “_”',
  isNcName,
);
export const nmtoken = collapsed('letters, digits, “_”, “-”, “.” and “:” without a space', isNmtoken);
export const uri = collapsed('a URI', (text) => !/%(?![0-9A-Fa-f]{2})/.test(text) && !/#[^#]*#/.test(text));
export const someUri = collapsed('a URI that is not empty', (text) => text !== '' && uri.fits(text));
export const integer = matching('a whole number', /^[+-]?[0-9]+$/);
export const positive = matching('a whole number from 1 on', /^\+?0*[1-9][0-9]*$/);
export const decimal = matching('a number', /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/);
export const boolean = matching('true or false', /^(?:true|false|1|0)$/);

const maxLong = 2n ** 63n;

export const long = collapsed('a whole number', (text) => {
  if (!integer.fits(text) || text.length > 20) return false;
  const number = BigInt(text.replace('+', ''));
  return number >= -maxLong && number < maxLong;
});

export const versionNumber = collapsed(
  'a number from 0.1 on',
  (text) => decimal.fits(text) && Number(text) >= 0.1,
);

export const date = collapsed('a date: 2030-01-31', (text) => parseXsdDateTime(text, 'date') !== undefined);
export const dateTime = collapsed(
  'a date and time: 2030-01-31T12:00:00',
  (text) => parseXsdDateTime(text, 'dateTime') !== undefined,
);
export const duration = collapsed('a duration: PT5M, P2DT12H', (text) => parseTimeSpan(text) !== undefined);
