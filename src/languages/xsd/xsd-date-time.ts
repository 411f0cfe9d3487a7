/**
 * Dates and times of XML Schema: dates, times of day, points in time, and parts of a calendar (`gYear`, `gMonthDay`,
 * …). A value without a time zone is uncertain by 14 hours, so some pairs cannot be ordered.
 */
import { withoutZeros } from './decimal.ts';

export interface XsdDateTime {
  /** On the time line as if in UTC. */
  readonly seconds: number;
  /** Fraction digits of the second, without trailing zeros. */
  readonly fraction: string;
  readonly zoned: boolean;
}

export type XsdDateTimeType =
  | 'dateTime'
  | 'date'
  | 'time'
  | 'gYear'
  | 'gYearMonth'
  | 'gMonth'
  | 'gMonthDay'
  | 'gDay';

const year = '(-?(?:[1-9]\\d{3,7}|0\\d{3}))';
const two = '(\\d\\d)';
const time = `${two}:${two}:${two}(?:\\.(\\d+))?`;
const none = '()';

/** Each with the same groups: year, month, day, hours, minutes, seconds, fraction, zone. */
const forms: Readonly<Record<XsdDateTimeType, RegExp>> = {
  dateTime: form(`${year}-${two}-${two}T${time}`),
  date: form(`${year}-${two}-${two}${none}${none}${none}${none}`),
  time: form(`${none}${none}${none}${time}`),
  gYear: form(`${year}${none.repeat(6)}`),
  gYearMonth: form(`${year}-${two}${none.repeat(5)}`),
  gMonth: form(`${none}--${two}${none.repeat(5)}`),
  gMonthDay: form(`${none}--${two}-${two}${none.repeat(4)}`),
  gDay: form(`${none}${none}---${two}${none.repeat(4)}`),
};

function form(source: string): RegExp {
  return new RegExp(`^${source}(Z|[+-]\\d\\d:\\d\\d)?$`);
}

/** `undefined` if the text is not such a date or time. */
export function parseXsdDateTime(text: string, type: XsdDateTimeType): XsdDateTime | undefined {
  const found = forms[type].exec(text);
  if (found === null) return undefined;
  const part = (index: number, absent: number): number => Number(found[index] || absent);
  const [years, month, day] = [part(1, 2000), part(2, 1), part(3, 1)];
  const [hours, minutes, seconds] = [part(4, 0), part(5, 0), part(6, 0)];
  const fraction = withoutZeros(found[7] ?? '');
  // Year 0 does not exist. An explicit year 0 is not an absent year either.
  if (found[1] !== '' && years === 0) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > lengthOfMonth(years, month)) return undefined;
  const midnight = hours === 24 && minutes === 0 && seconds === 0 && fraction === '';
  if ((hours > 23 && !midnight) || minutes > 59 || seconds > 59) return undefined;
  const offset = offsetOf(found[8] ?? '');
  if (offset === undefined) return undefined;
  // A time of day has no next day: 24:00 is 00:00.
  const past = type === 'time' && midnight ? 0 : hours * 3_600;
  return {
    seconds: daysBefore(years, month, day) * 86_400 + past + minutes * 60 + seconds - offset * 60,
    fraction,
    zoned: found[8] !== undefined,
  };
}

/** Negative if the first is earlier; `undefined` if that depends on a missing time zone. */
export function compareXsdDateTimes(a: XsdDateTime, b: XsdDateTime): number | undefined {
  if (a.zoned === b.zoned) return compareAt(a, b, 0);
  const reach = 14 * 3_600;
  const [first, second] = [compareAt(a, b, -reach), compareAt(a, b, reach)];
  return Math.sign(first) === Math.sign(second) && first !== 0 ? first : undefined;
}

/** @param shift seconds to add to the second one */
function compareAt(a: XsdDateTime, b: XsdDateTime, shift: number): number {
  const apart = a.seconds - (b.seconds + shift);
  if (apart !== 0) return apart;
  if (a.fraction === b.fraction) return 0;
  return a.fraction < b.fraction ? -1 : 1;
}

/** Minutes east of UTC; `undefined` if the time zone is not valid. */
function offsetOf(zone: string): number | undefined {
  if (zone === '' || zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))];
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function lengthOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days from 1 March of the year 0. Years that begin in March have their leap day at the end. */
export function daysBefore(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1;
  const months = (month + 9) % 12;
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leaps + Math.floor((months * 153 + 2) / 5) + day - 1;
}
