/**
 * Remembers in memory which runs changed recently: each run once, the latest change last. Adding a change has
 * constant cost. Old changes are dropped, and a caller that asks for them gets `lost`. Each tenant has its own
 * positions and its own share of the capacity: a cursor reveals nothing about other tenants [W2.2].
 */
import { randomBytes } from 'node:crypto';
import type { RunRecord } from '../ports/run-record.ts';

export interface RunChanges {
  /** Pass it to the next call. */
  readonly cursor: string;
  /** As of their last change; the latest last. */
  readonly runs: readonly RunRecord[];
  /** The cursor is of an earlier process, or too old: any run may have changed. */
  readonly lost: boolean;
}

interface Change {
  readonly record: RunRecord;
  readonly position: number;
}

interface TenantLog {
  /** Positions of another process, or from before the tenant was dropped, are invalid. */
  readonly epoch: string;
  /** By run; never empty. */
  readonly changes: Map<string, Change>;
  position: number;
  /** All changes after it are remembered. */
  horizon: number;
}

/** Limit of remembered runs over all tenants. */
const defaultMaxRuns = 8_192;

export class ChangeLog {
  readonly #maxRuns: number;
  readonly #tenants = new Map<string, TenantLog>();
  /** Of every tenant without remembered changes. */
  #epoch = createEpoch();
  #size = 0;

  constructor(maxRuns = defaultMaxRuns) {
    this.#maxRuns = maxRuns;
  }

  note(record: RunRecord): void {
    const { tenant, id } = record;
    const log = this.#tenants.get(tenant) ?? this.#open(tenant);
    if (!log.changes.delete(id)) this.#size++;
    log.changes.set(id, { record, position: ++log.position });
    if (this.#size > this.#maxRuns) this.#forget();
  }

  /** @param after a cursor; if `undefined`, only the current cursor is returned */
  since(tenant: string, after: string | undefined): RunChanges {
    const { epoch, position, horizon, changes } = this.#tenants.get(tenant) ?? this.#emptyLog();
    const cursor = `${epoch}-${position}`;
    if (after === undefined || after === cursor) return { cursor, runs: [], lost: false };
    const [given, offset] = after.split('-');
    const from = Number(offset);
    if (given !== epoch || !(from >= horizon && from <= position)) {
      return { cursor, runs: [], lost: true };
    }
    const later = [...changes.values()].filter((change) => change.position > from);
    return { cursor, runs: later.map(({ record }) => record), lost: false };
  }

  #emptyLog(): TenantLog {
    return { epoch: this.#epoch, changes: new Map(), position: 0, horizon: 0 };
  }

  #open(tenant: string): TenantLog {
    const log = this.#emptyLog();
    this.#tenants.set(tenant, log);
    return log;
  }

  /**
   * Drops half of the changes at once: repeated searches for the oldest change would be slower. The remaining
   * capacity is shared equally; what a tenant does not need of its share goes to the others.
   */
  #forget(): void {
    const logs = [...this.#tenants].sort(([, one], [, other]) => one.changes.size - other.changes.size);
    let left = Math.floor(this.#maxRuns / 2);
    for (const [index, [tenant, log]] of logs.entries()) {
      const share = Math.floor(left / (logs.length - index));
      dropOldest(log, share);
      left -= log.changes.size;
      if (log.changes.size === 0) this.#close(tenant);
    }
    this.#size = Math.floor(this.#maxRuns / 2) - left;
  }

  /** After this it is unknown what changed in the runs of the tenant. */
  #close(tenant: string): void {
    this.#tenants.delete(tenant);
    this.#epoch = createEpoch();
  }
}

const createEpoch = (): string => randomBytes(8).toString('hex');

function dropOldest(log: TenantLog, maxSize: number): void {
  for (const [run, { position }] of log.changes) {
    if (log.changes.size <= maxSize) return;
    log.changes.delete(run);
    log.horizon = position;
  }
}
