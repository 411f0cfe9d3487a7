/**
 * Opens runs for whoever only looks: one that is at work as it is in memory, any other from its journal. The state that
 * a journal of so many events gives never changes, so what was played is kept for a while, and only the row is read.
 */
import { type Keepers, type LiveRun, loadState, sizeOf, stateAt } from './live-run.ts';
import type { LinkedRun } from './machines.ts';
import type { OpenedRun } from './orders.ts';
import { Recent } from './recent.ts';
import { runKey } from './run-key.ts';

interface Played extends Pick<LiveRun, 'state' | 'linked'> {
  readonly seq: number;
  readonly size: number;
}

/** Characters of all states that are kept. */
const mostInMemory = 16 * 1024 * 1024;

export class RunReader {
  readonly #keepers: Keepers;
  readonly #recall: (key: string) => LiveRun | undefined;
  readonly #played = new Recent<Played>(mostInMemory, ({ size }) => size);

  /** @param recall a run as it is in memory: if it has ended it may be purged by now */
  constructor(keepers: Keepers, recall: (key: string) => LiveRun | undefined) {
    this.#keepers = keepers;
    this.#recall = recall;
  }

  /** @param at as it was after so many events */
  async open(tenant: string, run: string, at?: number): Promise<OpenedRun | undefined> {
    const key = runKey(tenant, run);
    const live = this.#recall(key);
    if (live !== undefined && live.record.endedAt === null) return this.#show(live, at);
    const record = await this.#keepers.store.runs.find(tenant, run);
    if (record === undefined) return undefined;
    const { state, linked } = live?.record.seq === record.seq ? live : await this.#play(key, record);
    return this.#show({ record, state, linked }, at);
  }

  async #play(key: string, record: LiveRun['record']): Promise<Pick<LiveRun, 'state' | 'linked'>> {
    const known = this.#played.get(key);
    if (known?.seq === record.seq) return known;
    const { state, linked } = await loadState(this.#keepers, record);
    this.#played.set(key, { state, linked, seq: record.seq, size: sizeOf(state) });
    return { state, linked };
  }

  async #show(
    { record, state, linked }: Pick<LiveRun, 'record' | 'state' | 'linked'>,
    at: number | undefined,
  ): Promise<OpenedRun> {
    const { program }: LinkedRun = linked;
    if (at === undefined || at >= record.seq) return { record, state, program };
    return { record, state: await stateAt(this.#keepers, linked, record, at, undefined), program };
  }
}
