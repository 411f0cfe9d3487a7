/** Notifies listeners when a run changes, and remembers which runs changed recently. */
import type { RunRecord } from '../ports/run-record.ts';
import { ChangeLog, type RunChanges } from './change-log.ts';
import { Listeners, type Watch } from './listeners.ts';
import { runKey } from './run-key.ts';

export class ChangeNotifier {
  readonly #log = new ChangeLog();
  readonly #runs = new Listeners<RunRecord>();
  readonly #tenants = new Listeners<RunRecord>();

  publish(record: RunRecord): void {
    const key = runKey(record.tenant, record.id);
    this.#log.note(record);
    this.#runs.notify(key, record);
    this.#tenants.notify(record.tenant, record);
  }

  /** Ends all waiting. */
  close(): void {
    this.#runs.close();
    this.#tenants.close();
  }

  /** Resolves at the first change of the run that is enough. */
  watch(
    tenant: string,
    run: string,
    isEnough: (record: RunRecord) => boolean,
    signal: AbortSignal | undefined,
  ): Watch<RunRecord> {
    return this.#runs.watch(runKey(tenant, run), signal, isEnough);
  }

  changes(tenant: string, after: string | undefined): RunChanges {
    return this.#log.since(tenant, after);
  }

  /** Resolves at the next change of any run of the tenant, or when the signal is aborted. */
  async nextChange(tenant: string, signal: AbortSignal): Promise<void> {
    await this.#tenants.watch(tenant, signal).update;
  }
}
