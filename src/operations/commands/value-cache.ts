/** Values that providers have listed: kept for a minute for the principal who asked, within a number of characters. */
import type { Json } from '../../kernel/index.ts';
import { LruCache } from '../../runtime/index.ts';

export type ListedValues = readonly { readonly value: Json; readonly label: string }[];

export interface ValueCache {
  /** The same list for a minute; a list that fails is not kept. @param key of the list, with who asks for it */
  read(key: string, now: number, list: () => Promise<ListedValues>): Promise<ListedValues>;
}

/** In milliseconds. */
const freshFor = 60_000;
/** Of all lists, in characters. */
const maxCharacters = 5_000_000;
/** Of a value beside its texts. */
const valueCharacters = 50;

export function createValueCache(): ValueCache {
  const kept = new LruCache<Kept>(maxCharacters, ({ characters }) => characters);
  const awaited = new Map<string, Promise<ListedValues>>();
  return {
    read(key, now, list) {
      const known = kept.get(key);
      if (known !== undefined && known.until > now) return Promise.resolve(known.values);
      const asked = awaited.get(key);
      if (asked !== undefined) return asked;
      const values = list()
        .then((listed) => {
          kept.set(key, { until: now + freshFor, values: listed, characters: sizeOf(key, listed) });
          return listed;
        })
        .finally(() => awaited.delete(key));
      awaited.set(key, values);
      return values;
    },
  };
}

interface Kept {
  readonly until: number;
  readonly values: ListedValues;
  readonly characters: number;
}

const sizeOf = (key: string, values: ListedValues): number =>
  values.reduce(
    (sum, { value, label }) => sum + String(value).length + label.length + valueCharacters,
    key.length,
  );

const caches = new WeakMap<object, ValueCache>();

/** @param owner with whom it ends: the catalogs of a server */
export function valueCacheOf(owner: object): ValueCache {
  const cache = caches.get(owner) ?? createValueCache();
  caches.set(owner, cache);
  return cache;
}
