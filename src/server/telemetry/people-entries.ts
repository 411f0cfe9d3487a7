/** Entries of the log as short lines for whoever looks on. */
import type { EntryOptions, WriteEntry } from './log-entry.ts';

export function peopleEntries({ write, now = () => new Date() }: EntryOptions): WriteEntry {
  return ({ level, line }) => {
    const time = now().toISOString().slice(11, 19);
    const told = oneLine(level === 'info' ? line() : `${level}: ${line()}`);
    write(`${time} ${told}\n`);
  };
}

/** Nothing that came from outside can steer the terminal. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
