/** Options that name a moment: a date, or how long ago. */
import { parseDate, parseDuration } from '../expression/index.ts';
import type { Given } from './command.ts';
import { optionValue } from './options.ts';

/** From when until when, and what operations call that. */
export const spanFields: Readonly<Record<string, string>> = { '--since': 'from', '--until': 'before' };

/** As operations take it; null where it is not there, undefined where it is none. */
export function momentOf(given: Given, name: string): string | null | undefined {
  const text = optionValue(given, name);
  if (text === null) return null;
  const ago = parseDuration(text);
  const time = ago === undefined ? parseDate(text.trim())?.milliseconds : Date.now() - ago;
  return time === undefined || time < 0 ? undefined : new Date(time).toISOString();
}

/** What is wrong with those that are none. */
export function misreadMoments(given: Given, names: readonly string[]): readonly string[] {
  const wrong = names.filter((name) => momentOf(given, name) === undefined);
  return wrong.map((name) => `${name} takes a date such as 2026-01-15, or how long ago: 2h, 7d.`);
}
