/** One property of every store, as a function that throws if it does not hold. Needs no test runner. */
import type { Store } from '../../runtime/ports/index.ts';

export interface OpenedStore {
  readonly store: Store;
  /** The same data, loaded again: anything that was only in memory is lost. */
  reopen(): Promise<Store>;
  /** Closes what is open and removes the data. */
  end(): Promise<void>;
}

/** Opens an empty store. */
export type OpenStore = () => Promise<OpenedStore>;

export interface StoreCase {
  readonly fact: string;
  run(open: OpenStore): Promise<void>;
}

export const storeCase = (
  fact: string,
  check: (store: Store, reopen: () => Promise<Store>) => Promise<void>,
): StoreCase => ({
  fact,
  async run(open) {
    const opened = await open();
    try {
      await check(opened.store, () => opened.reopen());
    } finally {
      await opened.end();
    }
  },
});
