/** One entry of the log, in its two formats. */
export const levels = ['error', 'warn', 'info'] as const;

export type Level = (typeof levels)[number];

export type LogFields = Readonly<Record<string, string | number | null>>;

export interface LogEntry {
  readonly level: Level;
  /** The kind of event; `fields` contain the rest. */
  readonly message: string;
  readonly fields: LogFields;
  /** The whole entry for people. */
  readonly line: () => string;
}

export type WriteEntry = (entry: LogEntry) => void;

export interface EntryOptions {
  /** Takes lines with their line breaks. */
  readonly write: (text: string) => void;
  readonly now?: () => Date;
}
