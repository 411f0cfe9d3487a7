/** Tells whoever waits for it that a run's journal has grown. */
import type { RunRecord } from '../ports/run-record.ts';
import { runKey } from './run-key.ts';

export class Bulletin {
  readonly #waiting = new Map<string, Set<(seq: number) => void>>();

  post({ tenant, id, seq }: RunRecord): void {
    for (const call of this.#waiting.get(runKey(tenant, id)) ?? []) call(seq);
  }

  /** Resolves when the journal is longer than `after`, or the signal is aborted. */
  changed(tenant: string, run: string, after: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    const key = runKey(tenant, run);
    return new Promise((resolve) => {
      const calls = this.#waiting.get(key) ?? new Set();
      const end = (): void => {
        signal.removeEventListener('abort', end);
        calls.delete(call);
        if (calls.size === 0) this.#waiting.delete(key);
        resolve();
      };
      const call = (seq: number): void => {
        if (seq > after) end();
      };
      calls.add(call);
      this.#waiting.set(key, calls);
      signal.addEventListener('abort', end);
    });
  }
}
