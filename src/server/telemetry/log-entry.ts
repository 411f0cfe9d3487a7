/** One entry of the log, in the two forms that it may have. */
export const levels = ['error', 'warn', 'info'] as const;

export type Level = (typeof levels)[number];

export type LogFields = Readonly<Record<string, string | number | null>>;

export interface LogEntry {
  readonly level: Level;
  /** What kind of thing happened; `fields` say the rest. */
  readonly message: string;
  readonly fields: LogFields;
  /** All of it for people. */
  readonly line: () => string;
}

export type WriteEntry = (entry: LogEntry) => void;

export interface EntryOptions {
  /** Takes lines with their ends. */
  readonly write: (text: string) => void;
  readonly now?: () => Date;
}
