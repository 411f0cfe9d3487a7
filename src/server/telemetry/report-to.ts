/** Passes what happens outside of any call to the log. */
import type { Log } from './log.ts';

export function reportTo(log: Pick<Log, 'warn' | 'info'>) {
  const warn = (line: string): void => log.warn(line);
  return { warn, reportDocument: warn, reportProgress: (line: string): void => log.info(line) };
}
