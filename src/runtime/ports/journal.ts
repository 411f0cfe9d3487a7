/** The journal of a run: its events in order, each with what it did. */
import { createHash } from 'node:crypto';
import type { Note, RunEvent, RunState } from '../../kernel/index.ts';

export interface JournalEntry {
  /** From 1. */
  readonly seq: number;
  readonly event: RunEvent;
  readonly notes: readonly Note[];
  /** Of the request that caused it; absent where the engine did it by itself, or nobody said. */
  readonly correlationId?: string;
}

/** Where somebody is in all journals together, in the order of writing. */
export interface JournalPlace {
  /** 0 is before the first. The number of what was purged is never used again. */
  readonly row: number;
  /** Eight hexadecimal digits of what is there, so that a row that was numbered anew is noticed; zeros where nothing is. */
  readonly mark: string;
}

export interface PlacedEntry {
  readonly place: JournalPlace;
  readonly run: string;
  readonly entry: JournalEntry;
}

export interface FollowedJournals {
  readonly entries: readonly PlacedEntry[];
  /** Where to go on: behind the last entry, and behind what is not the tenant's. */
  readonly next: JournalPlace;
  /** There is no more at the moment. */
  readonly isEnd: boolean;
  /** Something behind the place was purged, or the place is none of this store: then it goes on from the end. */
  readonly lost: boolean;
}

/** Only so many rows are looked at, so that what others do keeps nobody waiting: a page may be empty and not the last. */
export const maxRowsScanned = 5_000;

export const startOfJournals: JournalPlace = { row: 0, mark: '00000000' };

/** What tells a row from others. */
export function markOfRow(run: string, seq: number): string {
  return createHash('sha256').update(`${seq}/${run}`).digest('hex').slice(0, 8);
}

/** The state after so many events: only saves time. */
export interface Snapshot {
  readonly seq: number;
  readonly state: RunState;
}

export interface Journals {
  /** Entries after `after`, in order, at most `limit`. */
  read(tenant: string, run: string, after: number, limit: number): Promise<readonly JournalEntry[]>;
  /** What the runs of a tenant, or one of them, did after a place. */
  follow(tenant: string, after: JournalPlace, limit: number, run?: string): Promise<FollowedJournals>;
  /** Where whoever comes now begins. */
  end(): Promise<JournalPlace>;
  /** 64 hexadecimal digits that were made with the store: what places are sealed with when they leave the house. */
  identity(): Promise<string>;
  /** The latest; undefined where there is none. */
  snapshot(tenant: string, run: string): Promise<Snapshot | undefined>;
}
