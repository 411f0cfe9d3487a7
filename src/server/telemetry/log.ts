/** Writes the log. Never logs an input [P2.5], and redacts secrets [W10.3]. */
import type { CallRecord } from '../mcp/contract/call-record.ts';
import { type EntryOptions, type Level, type LogFields, levels } from './log-entry.ts';
import { peopleEntries } from './people-entries.ts';
import { programEntries } from './program-entries.ts';
import type { RequestRecord } from './request-record.ts';

export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  /** A tool call without an HTTP request: over standard input. */
  call(record: CallRecord): void;
  /** The one line of a request. */
  request(record: RequestRecord): void;
}

export interface LogOptions extends EntryOptions {
  /** The minimum level. */
  readonly level: Level;
  readonly form: 'json' | 'lines';
  /** Redacts secrets in a text. */
  readonly redact: (text: string) => string;
}

/** JSON for programs, short lines for people. */
export function createLog(options: LogOptions): Log {
  const { form, level, redact } = options;
  const write = form === 'lines' ? peopleEntries(options) : programEntries(options);
  const written = new Set<Level>(levels.slice(0, levels.indexOf(level) + 1));
  const note = (at: Level, message: string, fields: LogFields, line: () => string): void => {
    if (!written.has(at)) return;
    const clean = (text: string): string => cutEnd(redact(text));
    const cleaned: Record<string, LogFields[string]> = {};
    for (const [name, value] of Object.entries(fields))
      cleaned[name] = typeof value === 'string' ? clean(value) : value;
    write({ level: at, message: clean(message), fields: cleaned, line: () => clean(line()) });
  };
  const noteAt =
    (at: Level) =>
    (message: string, fields: LogFields = {}): void =>
      note(at, message, fields, () =>
        [message, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join(' '),
      );
  return {
    error: noteAt('error'),
    warn: noteAt('warn'),
    info: noteAt('info'),
    call: (record) => note(levelOf(record), 'call', { ...record }, () => describeCall(record)),
    request: (record) => note(levelOf(record), 'request', { ...record }, () => describeRequest(record)),
  };
}

/** Internal errors are logged at every level. */
const levelOf = ({ code }: { readonly code: string | null }): Level =>
  code === 'internal_error' ? 'error' : 'info';

function describeCall(record: CallRecord): string {
  const { tool, outcome, code, milliseconds, subject, run, correlationId } = record;
  const how = code === null ? outcome : `${outcome} (${code})`;
  const about = run === null ? [] : [run];
  return [tool || '(no such tool)', how, took(milliseconds), subject, ...about, correlationId].join(' ');
}

function describeRequest(record: RequestRecord): string {
  const { method, route, status, operation, code, milliseconds, subject, run, correlationId } = record;
  const how = code === null ? [status] : [status, `(${code})`];
  const about = [operation, subject ?? '', run ?? ''].filter((each) => each !== '');
  return [method, route, ...how, took(milliseconds), ...about, correlationId].join(' ');
}

/** Longer than the location of any error. */
const maxLength = 10_000;

const cutEnd = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

const took = (milliseconds: number): string => `${Math.round(milliseconds)} ms`;
