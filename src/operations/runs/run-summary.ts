/** What a list says of a run: all that its row tells, without opening it. */
import type { RunRecord } from '../../runtime/index.ts';

export interface RunSummary {
  readonly run: string;
  readonly workflow: string;
  readonly version: string;
  readonly revision: string;
  readonly status: RunRecord['status'];
  readonly state: RunStage;
  /** Events so far. */
  readonly seq: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly endedAt: string | null;
  readonly startedBy: string;
  /** Open work items. */
  readonly openItems: number;
  /** Code of the failure. */
  readonly failureCode: string | null;
  readonly origin: RunRecord['origin'];
}

/** `waiting`: only people, signals or time can move it. */
export type RunStage =
  | 'created'
  | 'executing'
  | 'waiting'
  | 'suspended'
  | 'completed'
  | 'failed'
  | 'cancelled';

export function summaryOf(record: RunRecord): RunSummary {
  const { id, workflow, version, revision, status, seq, startedBy, items, failure, origin } = record;
  return {
    run: id,
    workflow,
    version,
    revision,
    status,
    state: stageOf(record),
    seq,
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    endedAt: record.endedAt === null ? null : isoTime(record.endedAt),
    startedBy,
    openItems: items,
    failureCode: failure,
    origin,
  };
}

type Standing = Pick<RunRecord, 'status' | 'suspended' | 'approvals' | 'calls'>;

/** A fork stands still until its approvals have been given again. */
export function stageOf({ status, suspended, approvals, calls }: Standing): RunStage {
  if (status !== 'running') return status;
  if (suspended || approvals > 0) return 'suspended';
  return calls === 0 ? 'waiting' : 'executing';
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
