/** The journal of a run: its events in order, each with what it did. */
import type { Note, RunEvent, RunState } from '../../kernel/index.ts';

export interface JournalEntry {
  /** From 1. */
  readonly seq: number;
  readonly event: RunEvent;
  readonly notes: readonly Note[];
}

/** The state after so many events: only saves time. */
export interface Snapshot {
  readonly seq: number;
  readonly state: RunState;
}

export interface Journals {
  /** Entries after `after`, in order, at most `limit`. */
  read(tenant: string, run: string, after: number, limit: number): Promise<readonly JournalEntry[]>;
  /** The latest; undefined where there is none. */
  snapshot(tenant: string, run: string): Promise<Snapshot | undefined>;
}
