/** The row of a run: what searches, timers and recovery need without a replay. */
import type { RunStatus } from '../../kernel/index.ts';

export interface RunRecord {
  readonly tenant: string;
  readonly id: string;
  readonly language: string;
  /** Name of the workflow, and the version that its author wrote. */
  readonly workflow: string;
  readonly version: string;
  /** Hash of the source document; and of the compiled program that the run is pinned to. */
  readonly revision: string;
  readonly program: string;
  readonly status: RunStatus;
  readonly suspended: boolean;
  /** Number of events in its journal. */
  readonly seq: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endedAt: number | null;
  /** Subject of the user who started it. */
  readonly startedBy: string;
  /** The origin of a copy: a fork of a run of this store, or an imported journal. */
  readonly origin: Origin | null;
  /** When its next timer fires. */
  readonly due: number | null;
  /** Calls that were requested and not answered yet. */
  readonly calls: number;
  /** Open work items. */
  readonly items: number;
  /** Approvals of a fork that must be repeated before it proceeds. */
  readonly approvals: number;
  /** It does not proceed: the open calls of its journal were not made by it. A copy, or left by the last process. */
  readonly parked: boolean;
  /** Code of the failure, if it failed. */
  readonly failure: string | null;
}

export interface Origin {
  readonly kind: 'fork' | 'import';
  readonly run: string;
  /** Number of events that both share. */
  readonly at: number;
}

/** Absent fields do not filter. */
export interface RunQuery {
  readonly workflow?: string;
  readonly statuses?: readonly RunStatus[];
  readonly suspended?: boolean;
  /** Only users can advance it: it has open items. */
  readonly waiting?: boolean;
  readonly startedBy?: string;
  readonly createdFrom?: number;
  readonly createdBefore?: number;
  /** Only runs that have ended. */
  readonly endedBefore?: number;
  readonly failure?: string;
  readonly forkOf?: string;
  /** Prefix of the id. */
  readonly prefix?: string;
}

/** Newest first. `before` is the id of the last one of the previous page: stable when runs are added. */
export interface Page {
  /** Reverses the order; `before` is still the last one of the previous page. */
  readonly oldestFirst?: true;
  readonly before?: string;
  /** When that run was created: with it paging works even if the run was purged. */
  readonly beforeCreatedAt?: number;
  readonly limit: number;
}
