/** What is known of a run without replaying it: what searches, timers and recovery need. One row per run. */
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
  /** Events in its journal. */
  readonly seq: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endedAt: number | null;
  /** Subject of whoever started it. */
  readonly startedBy: string;
  /** What it is a copy of: a fork of a run of this store, or an imported journal. */
  readonly origin: Origin | null;
  /** When its next timer fires. */
  readonly due: number | null;
  /** Calls that were asked for and have not been answered. */
  readonly calls: number;
  /** Work items that are open. */
  readonly items: number;
  /** Approvals of a fork that have to be given again before it moves. */
  readonly approvals: number;
  /** It stands still: the calls that its journal leaves open were not made by it. A copy; or the last process left. */
  readonly parked: boolean;
  /** Code of the failure, where it failed. */
  readonly failure: string | null;
}

export interface Origin {
  readonly kind: 'fork' | 'import';
  readonly run: string;
  /** Events that both share. */
  readonly at: number;
}

/** What is searched for; whatever is absent does not narrow. */
export interface RunQuery {
  readonly workflow?: string;
  readonly statuses?: readonly RunStatus[];
  readonly suspended?: boolean;
  /** Only people can move it: it has open items. */
  readonly waiting?: boolean;
  readonly startedBy?: string;
  readonly createdFrom?: number;
  readonly createdBefore?: number;
  /** Of runs that have ended. */
  readonly endedBefore?: number;
  readonly failure?: string;
  readonly forkOf?: string;
  /** Beginning of the id. */
  readonly prefix?: string;
}

/** Newest first. `before` is the id of the last one of the page before: stable whatever is added meanwhile. */
export interface Page {
  /** The other way round; `before` is the last one of the page before even so. */
  readonly oldestFirst?: true;
  readonly before?: string;
  /** When that one was created: with it the pages go on although it has been purged meanwhile. */
  readonly beforeCreatedAt?: number;
  readonly limit: number;
}
