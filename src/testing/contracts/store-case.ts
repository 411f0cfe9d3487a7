/** One fact that must hold for every store, as a function that throws where it does not. Needs no test runner. */
import type { Store } from '../../runtime/index.ts';

export interface OpenedStore {
  readonly store: Store;
  /** The same data, read anew: whatever was only in the memory of the first one is gone. */
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
