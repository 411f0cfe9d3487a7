/**
 * Which runs have changed of late, in memory: each once, the latest change last. A note costs the same however much is
 * remembered; what is too long ago is forgotten, and whoever asks for it is told so.
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
  record: RunRecord;
  position: number;
}

/** Runs that are remembered at least. */
const fewest = 4_096;

export class ChangeLog {
  /** Positions of another process mean nothing here. */
  readonly #opening = randomBytes(8).toString('hex');
  readonly #most: number;
  readonly #changes = new Map<string, Change>();
  #position = 0;
  /** Everything after it is remembered. */
  #horizon = 0;

  constructor(most = 2 * fewest) {
    this.#most = most;
  }

  /** @param key of the run */
  note(key: string, record: RunRecord): void {
    const known = this.#changes.get(key);
    const position = ++this.#position;
    if (known === undefined) this.#changes.set(key, { record, position });
    else {
      known.record = record;
      known.position = position;
      this.#changes.delete(key);
      this.#changes.set(key, known);
    }
    if (this.#changes.size > this.#most) this.#forget();
  }

  /** @param after a cursor; undefined: only where it goes on from now */
  since(tenant: string, after: string | undefined): RunChanges {
    const cursor = `${this.#opening}-${this.#position}`;
    if (after === undefined || after === cursor) return { cursor, runs: [], lost: false };
    const [opening, place] = after.split('-');
    const from = Number(place);
    if (opening !== this.#opening || !(from >= this.#horizon && from <= this.#position)) {
      return { cursor, runs: [], lost: true };
    }
    const runs: RunRecord[] = [];
    for (const { record, position } of this.#changes.values()) {
      if (position > from && record.tenant === tenant) runs.push(record);
    }
    return { cursor, runs, lost: false };
  }

  /** Half of them at once: to look for the oldest one again and again would take longer the more are gone. */
  #forget(): void {
    for (const [key, { position }] of this.#changes) {
      if (this.#changes.size <= this.#most / 2) return;
      this.#changes.delete(key);
      this.#horizon = position;
    }
  }
}
