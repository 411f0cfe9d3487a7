/** Resolves large values of a store. Caches them for a while for repeated reads of the same run. */
import { Payloads, type Store } from '../../runtime/index.ts';

const known = new WeakMap<Store, Payloads>();

export function cachedPayloads(store: Store): Payloads {
  const payloads = known.get(store) ?? new Payloads(store.contents);
  known.set(store, payloads);
  return payloads;
}
