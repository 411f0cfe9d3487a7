/** Formats log entries as JSON lines for programs: without process and machine, which the log collector knows. */
import type { EntryOptions, WriteEntry } from './log-entry.ts';

export function programEntries({ write, now = () => new Date() }: EntryOptions): WriteEntry {
  return ({ level, message, fields }) =>
    write(`${JSON.stringify({ level, time: now().toISOString(), ...fields, message })}\n`);
}
