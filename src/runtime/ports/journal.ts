/** The journal of a run: its events in order, each with its effects. */
import { createHash } from 'node:crypto';
import type { Note, RunEvent, RunState } from '../../kernel/index.ts';

export interface JournalEntry {
  /** From 1. */
  readonly seq: number;
  readonly event: RunEvent;
  readonly notes: readonly Note[];
  /** Of the request that caused it; absent if the engine caused it, or the request has none. */
  readonly correlationId?: string;
}

/** A position in all journals together, in commit order. */
export interface JournalPlace {
  /** 0 is before the first. The number of a purged row is never used again. */
  readonly row: number;
  /** Eight hexadecimal digits that identify the row, to detect rows that were renumbered; zeros if there is none. */
  readonly mark: string;
}

export interface PlacedEntry {
  readonly place: JournalPlace;
  readonly run: string;
  readonly entry: JournalEntry;
}

export interface FollowedJournals {
  readonly entries: readonly PlacedEntry[];
  /** Position of the next page: after the last entry, and after rows of other tenants. */
  readonly next: JournalPlace;
  /** There are no more entries now. */
  readonly isEnd: boolean;
  /** Rows after the position were purged, or the position is not of this store: the page continues from the end. */
  readonly lost: boolean;
}

/** Limit of scanned rows, so that the activity of others delays no reader: a page may be empty and not the last. */
export const maxRowsScanned = 5_000;

export const startOfJournals: JournalPlace = { row: 0, mark: '00000000' };

/** Distinguishes a row from others. */
export function markOfRow(run: string, seq: number): string {
  return createHash('sha256').update(`${seq}/${run}`).digest('hex').slice(0, 8);
}

/** The state after `seq` events: an optimization only. */
export interface Snapshot {
  readonly seq: number;
  readonly state: RunState;
}

export interface Journals {
  /** Entries after `after`, in order, at most `limit`. */
  read(tenant: string, run: string, after: number, limit: number): Promise<readonly JournalEntry[]>;
  /** The entries of a tenant, or of one run, after a position. */
  follow(tenant: string, after: JournalPlace, limit: number, run?: string): Promise<FollowedJournals>;
  /** The position of a new reader. */
  end(): Promise<JournalPlace>;
  /** 64 hexadecimal digits, created with the store: positions that clients receive are sealed with it. */
  identity(): Promise<string>;
  /** The latest; `undefined` if there is none. */
  snapshot(tenant: string, run: string): Promise<Snapshot | undefined>;
}
