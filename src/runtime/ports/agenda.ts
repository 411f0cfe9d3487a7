/** What becomes due, and what was under way: asked by the engine, across tenants. Nothing of it is held in memory. */
import type { RunRecord } from './run-record.ts';
import type { WorkItem } from './work-item.ts';

export interface Agenda {
  /** When the next timer fires or the next lease ends; null where nothing is due ever. */
  next(): Promise<number | null>;
  /** Runs with a timer due at `until` or before, the longest due first. Runs that wait for approvals are not due. */
  dueRuns(until: number, limit: number): Promise<readonly RunRecord[]>;
  /** Held items whose lease ended at `until` or before. */
  endedLeases(until: number, limit: number): Promise<readonly WorkItem[]>;
  /** Runs with unanswered calls, by id after `after`. Runs that wait for approvals are not under way. */
  underWay(after: string, limit: number): Promise<readonly RunRecord[]>;
}
