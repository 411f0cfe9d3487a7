/** Formats log entries as JSON lines for programs. */
import { pino } from 'pino';
import type { EntryOptions, WriteEntry } from './log-entry.ts';

export function programEntries({ write, now = () => new Date() }: EntryOptions): WriteEntry {
  const logger = pino(
    {
      // Without process and machine: the log collector knows the source.
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  return ({ level, message, fields }) => logger[level](fields, message);
}
