/** Formats log entries as short lines for people. */
import type { EntryOptions, WriteEntry } from './log-entry.ts';

export function peopleEntries({ write, now = () => new Date() }: EntryOptions): WriteEntry {
  return ({ level, line }) => {
    const time = now().toISOString().slice(11, 19);
    const told = oneLine(level === 'info' ? line() : `${level}: ${line()}`);
    write(`${time} ${told}\n`);
  };
}

/** External text cannot contain terminal control characters. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
