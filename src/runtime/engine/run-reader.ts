/**
 * Opens runs for reading: an active run from memory, any other from its journal. The state after a given number of
 * events never changes, so replayed states are cached, and only the row is read.
 */

import { LruCache } from '../cache/lru-cache.ts';
import { type EngineStores, type LiveRun, loadState, sizeOfState, stateAt } from './live-run.ts';
import type { LinkedMachine } from './machines.ts';
import { runKey } from './run-key.ts';
import type { OpenedRun } from './run-requests.ts';

interface Played extends Pick<LiveRun, 'state' | 'linked'> {
  readonly seq: number;
  readonly size: number;
}

/** Limit of the characters of all cached states. */
const maxInMemory = 16 * 1024 * 1024;

export class RunReader {
  readonly #stores: EngineStores;
  readonly #findLoaded: (key: string) => LiveRun | undefined;
  readonly #played = new LruCache<Played>(maxInMemory, ({ size }) => size);

  /** @param findLoaded a run in memory; if it has ended it may be purged already */
  constructor(stores: EngineStores, findLoaded: (key: string) => LiveRun | undefined) {
    this.#stores = stores;
    this.#findLoaded = findLoaded;
  }

  /** @param at number of events after which the state is returned */
  async open(tenant: string, run: string, at?: number): Promise<OpenedRun | undefined> {
    const key = runKey(tenant, run);
    const live = this.#findLoaded(key);
    if (live !== undefined && live.record.endedAt === null) return this.#toOpenedRun(live, at, live.items);
    const record = await this.#stores.store.runs.find(tenant, run);
    if (record === undefined) return undefined;
    const { state, linked } = live?.record.seq === record.seq ? live : await this.#play(key, record);
    return this.#toOpenedRun({ record, state, linked }, at);
  }

  async #play(key: string, record: LiveRun['record']): Promise<Pick<LiveRun, 'state' | 'linked'>> {
    const known = this.#played.get(key);
    if (known?.seq === record.seq) return known;
    const { state, linked } = await loadState(this.#stores, record);
    this.#played.set(key, { state, linked, seq: record.seq, size: sizeOfState(state) });
    return { state, linked };
  }

  async #toOpenedRun(
    { record, state, linked }: Pick<LiveRun, 'record' | 'state' | 'linked'>,
    at: number | undefined,
    items?: LiveRun['items'],
  ): Promise<OpenedRun> {
    const { program }: LinkedMachine = linked;
    if (at === undefined || at >= record.seq)
      return { record, state, program, ...(items === undefined ? {} : { items }) };
    return { record, state: await stateAt(this.#stores, linked, record, at, undefined), program };
  }
}
