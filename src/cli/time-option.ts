/** Options that name a moment: a date, or how long ago. */
import { parseDate, parseDuration } from '../expression/index.ts';
import type { CommandArguments } from './command.ts';
import { optionValue } from './options.ts';

/** From when until when, and what operations call that. */
export const timeRangeFields: Readonly<Record<string, string>> = { '--since': 'from', '--until': 'before' };

/** As operations take it; null where it is not there, undefined where it is none. */
export function timeOption(args: CommandArguments, name: string): string | null | undefined {
  const text = optionValue(args, name);
  if (text === null) return null;
  const ago = parseDuration(text);
  const time = ago === undefined ? parseDate(text.trim())?.milliseconds : Date.now() - ago;
  return time === undefined || time < 0 ? undefined : new Date(time).toISOString();
}

/** What is wrong with those that are none. */
export function describeInvalidTimes(args: CommandArguments, names: readonly string[]): readonly string[] {
  const wrong = names.filter((name) => timeOption(args, name) === undefined);
  return wrong.map((name) => `${name} takes a date such as 2026-01-15, or how long ago: 2h, 7d.`);
}
