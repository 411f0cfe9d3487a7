/** Entries of the log as JSON, a line each, for programs. */
import { pino } from 'pino';
import type { EntryOptions, WriteEntry } from './log-entry.ts';

export function programEntries({ write, now = () => new Date() }: EntryOptions): WriteEntry {
  const logger = pino(
    {
      // Neither process nor machine: whoever gathers logs knows where they come from.
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  return ({ level, message, fields }) => logger[level](fields, message);
}
