/** Durations of XML Schema: `P1Y2M3DT4H5M6.7S`. A month has no fixed length, so some pairs cannot be ordered. */
import { canonicalDecimal, compareDecimals } from './decimal.ts';
import { daysBefore } from './xsd-date-time.ts';

export interface TimeSpan {
  readonly months: number;
  /** An integer. */
  readonly seconds: number;
  /** Fraction of a second, as a canonical decimal between -1 and 1. */
  readonly rest: string;
}

const form =
  /^(-?)P(?=\d|T\d)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.(\d+))?S)?)?$/;

/** `undefined` if the text is not a duration. */
export function parseTimeSpan(text: string): TimeSpan | undefined {
  const found = form.exec(text);
  if (found === null) return undefined;
  const part = (index: number): number => Number(found[index] ?? 0);
  const sign = found[1] === '-' ? -1 : 1;
  return {
    months: sign * (part(2) * 12 + part(3)) + 0,
    seconds: sign * (part(4) * 86_400 + part(5) * 3_600 + part(6) * 60 + part(7)) + 0,
    rest: canonicalDecimal(`${found[1]}0.${found[8] ?? '0'}`) ?? '0',
  };
}

/** These start days cover every combination of month lengths. */
const days: readonly (readonly [year: number, month: number])[] = [
  [1696, 9],
  [1697, 2],
  [1903, 3],
  [1903, 7],
];

/** Negative if the first is shorter; `undefined` if that depends on the months. */
export function compareTimeSpans(a: TimeSpan, b: TimeSpan): number | undefined {
  const signs = new Set(days.map(([year, month]) => Math.sign(compareFrom(year, month, a, b))));
  return signs.size === 1 ? [...signs][0] : undefined;
}

function compareFrom(year: number, month: number, a: TimeSpan, b: TimeSpan): number {
  const [endA, endB] = [secondsTo(year, month, a), secondsTo(year, month, b)];
  return endA !== endB ? endA - endB : compareDecimals(a.rest, b.rest);
}

function secondsTo(year: number, month: number, span: TimeSpan): number {
  const months = year * 12 + month - 1 + span.months;
  return daysBefore(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1) * 86_400 + span.seconds;
}
