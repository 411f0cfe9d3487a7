/** Tells whoever waits for it that a run's journal has grown. */
import type { RunRecord } from '../ports/run-record.ts';
import { runKey } from './run-key.ts';

/** Undefined: there will be no more news. */
type Call = (record: RunRecord | undefined) => void;

export interface Watch {
  /** The run when its journal is longer; undefined when the signal was aborted, or the watch cancelled, first. */
  readonly change: Promise<RunRecord | undefined>;
  readonly cancel: () => void;
}

export class Bulletin {
  readonly #waiting = new Map<string, Set<Call>>();

  post(record: RunRecord): void {
    for (const call of this.#waiting.get(runKey(record.tenant, record.id)) ?? []) call(record);
  }

  /** Nobody waits any longer. */
  close(): void {
    for (const calls of [...this.#waiting.values()]) for (const call of [...calls]) call(undefined);
  }

  watch(tenant: string, run: string, after: number, signal: AbortSignal): Watch {
    const key = runKey(tenant, run);
    let cancel = (): void => {};
    const change = new Promise<RunRecord | undefined>((resolve) => {
      const calls = this.#waiting.get(key) ?? new Set<Call>();
      const end = (record: RunRecord | undefined): void => {
        signal.removeEventListener('abort', giveUp);
        calls.delete(call);
        if (calls.size === 0 && this.#waiting.get(key) === calls) this.#waiting.delete(key);
        resolve(record);
      };
      const giveUp = (): void => end(undefined);
      const call: Call = (record) => {
        if (record === undefined || record.seq > after) end(record);
      };
      calls.add(call);
      this.#waiting.set(key, calls);
      signal.addEventListener('abort', giveUp);
      cancel = giveUp;
    });
    if (signal.aborted) cancel();
    return { change, cancel };
  }
}
