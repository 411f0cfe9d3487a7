/** What is written down of what happens: JSON, a line each, for programs; short lines for people. Never an input [P2.5]. */
import type { CallRecord } from '../mcp/contract/call-record.ts';

export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  call(record: CallRecord): void;
}

export type LogFields = Readonly<Record<string, string | number | null>>;

const levels = ['error', 'warn', 'info'] as const;

export type Level = (typeof levels)[number];

export interface LogOptions {
  /** Nothing below it is written. */
  readonly level: Level;
  readonly form: 'json' | 'lines';
  readonly write: (text: string) => void;
  readonly now?: () => Date;
}

export function createLog({ level, form, write, now = () => new Date() }: LogOptions): Log {
  const written = levels.slice(0, levels.indexOf(level) + 1);
  const note = (at: Level, message: string, fields: LogFields, line: string): void => {
    if (!written.includes(at)) return;
    const time = now().toISOString();
    if (form === 'json') write(`${JSON.stringify({ time, level: at, message, ...fields })}\n`);
    else write(`${time.slice(11, 19)} ${oneLine(at === 'info' ? line : `${at}: ${line}`)}\n`);
  };
  const noteAt =
    (at: Level) =>
    (message: string, fields: LogFields = {}): void =>
      note(
        at,
        message,
        fields,
        [message, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join(' '),
      );
  return {
    error: noteAt('error'),
    warn: noteAt('warn'),
    info: noteAt('info'),
    call(record) {
      const isFault = record.code === 'internal_error';
      note(isFault ? 'error' : 'info', 'call', { ...record }, describeCall(record));
    },
  };
}

function describeCall(record: CallRecord): string {
  const { tool, outcome, code, milliseconds, subject, run, correlationId } = record;
  const how = code === null ? outcome : `${outcome} (${code})`;
  const name = tool === '' ? '(no such tool)' : tool;
  const about = run === null ? '' : ` ${run}`;
  return `${name} ${how} ${Math.round(milliseconds)} ms ${subject}${about} ${correlationId}`;
}

/** Nothing that came from outside can steer the terminal. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
