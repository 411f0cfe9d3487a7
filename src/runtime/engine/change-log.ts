/**
 * Which runs have changed of late, in memory: each once, the latest change last. A note costs the same however much is
 * remembered; what is too long ago is forgotten, and whoever asks for it is told so. Each tenant has places of its own,
 * and room that others cannot take: no cursor tells anything about them [W2.2].
 */
import { randomBytes } from 'node:crypto';
import type { RunRecord } from '../ports/run-record.ts';

export interface RunChanges {
  /** Where to go on. */
  readonly cursor: string;
  /** As they were at their last change; the latest last. */
  readonly runs: readonly RunRecord[];
  /** The cursor is of an earlier opening, or too old: anything may have changed. */
  readonly lost: boolean;
}

interface Change {
  readonly record: RunRecord;
  readonly position: number;
}

interface TenantLog {
  /** Positions of another process, or of before the tenant was forgotten, mean nothing here. */
  readonly epoch: string;
  /** By run; never empty. */
  readonly changes: Map<string, Change>;
  position: number;
  /** Everything after it is remembered. */
  horizon: number;
}

/** Runs of all tenants that are remembered at most. */
const defaultMaxRuns = 8_192;

export class ChangeLog {
  readonly #maxRuns: number;
  readonly #tenants = new Map<string, TenantLog>();
  /** Of every tenant of which nothing is remembered. */
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

  /** @param after a cursor; undefined: only where it goes on from now */
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
   * Half of them at once: to look for the oldest one again and again would take longer the more are gone. The half that
   * stays is shared out, and what somebody does not need of their share goes to the others.
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

  /** Of whom nothing is remembered any more nobody knows whether anything has changed. */
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
