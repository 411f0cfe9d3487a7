/** Large values of a store, whole again: kept for a while for whoever looks at the same run again. */
import { Payloads, type Store } from '../../runtime/index.ts';

const known = new WeakMap<Store, Payloads>();

export function cachedPayloads(store: Store): Payloads {
  const payloads = known.get(store) ?? new Payloads(store.contents);
  known.set(store, payloads);
  return payloads;
}
