/** Options that name a point in time: a date, or how long ago. */
import { parseDate, parseDuration } from '../../expression/index.ts';
import type { CommandArguments } from './command.ts';
import { optionValue } from './options.ts';

/** The --since and --until options, with the field names of the operations. */
export const timeRangeFields: Readonly<Record<string, string>> = { '--since': 'from', '--until': 'before' };

/** The value for operations; null if the option is absent, `undefined` if it is invalid. */
export function timeOption(args: CommandArguments, name: string): string | null | undefined {
  const text = optionValue(args, name);
  if (text === null) return null;
  const ago = parseDuration(text);
  const time = ago === undefined ? parseDate(text.trim())?.milliseconds : Date.now() - ago;
  return time === undefined || time < 0 ? undefined : new Date(time).toISOString();
}

/** Messages about the invalid ones. */
export function describeInvalidTimes(args: CommandArguments, names: readonly string[]): readonly string[] {
  const wrong = names.filter((name) => timeOption(args, name) === undefined);
  return wrong.map((name) => `${name} must be a date such as 2026-01-15, or how long ago: 2h, 7d.`);
}
