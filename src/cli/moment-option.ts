/** Options that name a moment: a date, or how long ago. */
import { parseDate, parseDuration } from '../expression/index.ts';
import type { Given } from './command.ts';
import { optionValue } from './options.ts';

/** As operations take it; null where it is not there, undefined where it is none. */
export function momentOf(given: Given, name: string): string | null | undefined {
  const text = optionValue(given, name);
  if (text === null) return null;
  const ago = parseDuration(text);
  const time = ago === undefined ? parseDate(text.trim())?.milliseconds : Date.now() - ago;
  return time === undefined || time < 0 ? undefined : new Date(time).toISOString();
}

/** What is wrong with the first one that is none; undefined where all are well. */
export function misreadMoment(given: Given, names: readonly string[]): string | undefined {
  const wrong = names.find((name) => momentOf(given, name) === undefined);
  return wrong === undefined
    ? undefined
    : `${wrong} takes a date such as 2026-01-15, or how long ago: 2h, 7d.`;
}
