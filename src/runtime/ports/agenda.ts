/** Due and unfinished work across tenants, for the engine. Nothing of it is held in memory. */
import type { RunRecord } from './run-record.ts';
import type { WorkItem } from './work-item.ts';

export interface Agenda {
  /** When the next timer fires or the next lease ends; `null` if there is none. */
  next(): Promise<number | null>;
  /**
   * Runs with a timer due at or before `until`, the longest overdue first. Runs that wait for approvals are not due.
   */
  dueRuns(until: number, limit: number): Promise<readonly RunRecord[]>;
  /** Held items whose lease ended at or before `until`. */
  endedLeases(until: number, limit: number): Promise<readonly WorkItem[]>;
  /** Runs with unanswered calls, by id after `after`. Runs that wait for approvals are not included. */
  underWay(after: string, limit: number): Promise<readonly RunRecord[]>;
}
