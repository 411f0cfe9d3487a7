/** Dates as text: `2026-03-01`, or with a time and an offset. Always UTC; a day that does not exist is not a date. */

export interface ParsedDate {
  /** Since 1970. */
  readonly milliseconds: number;
  readonly hasTime: boolean;
}

const form = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d))?$/;

export const oneDay = 86_400_000;
const minTime = -62_167_219_200_000;
const maxTime = 253_402_300_799_999;

/** Years 0000 to 9999, the range of the text form. */
export const isInCalendar = (milliseconds: number): boolean =>
  milliseconds >= minTime && milliseconds <= maxTime;

/** Undefined if the text is not a date. */
export function parseDate(text: string): ParsedDate | undefined {
  const found = form.exec(text);
  if (found === null) return undefined;
  const part = (index: number): number => Number(found[index] ?? 0);
  const day = startOfDay(part(1), part(2), part(3));
  if (day === undefined) return undefined;
  if (found[4] === undefined) return { milliseconds: day, hasTime: false };
  const offset = parseOffset(found[8] ?? 'Z');
  if (part(4) > 23 || part(5) > 59 || part(6) > 59 || offset === undefined) return undefined;
  const fraction = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3));
  const milliseconds = day + ((part(4) * 60 + part(5) - offset) * 60 + part(6)) * 1_000 + fraction;
  return isInCalendar(milliseconds) ? { milliseconds, hasTime: true } : undefined;
}

export const isDate = (text: string): boolean => parseDate(text) !== undefined;

/** The shortest text without loss. */
export function formatDate({ milliseconds, hasTime }: ParsedDate): string {
  const text = new Date(milliseconds).toISOString();
  return hasTime ? text.replace('.000Z', 'Z') : text.slice(0, 10);
}

const fourCenturies = 146_097 * oneDay;

/** `Date` reads years below 100 as 19xx, so this uses the year 400 years later, which has the same calendar. */
function startOfDay(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > lengthOfMonth(year, month)) return undefined;
  return Date.UTC(year + 400, month - 1, day) - fourCenturies;
}

function lengthOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function parseOffset(text: string): number | undefined {
  if (text === 'Z') return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(4, 6))];
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
