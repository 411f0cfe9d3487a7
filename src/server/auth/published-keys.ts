/**
 * Caches the published keys of an issuer. Fetches them again when they are old, and when a token names an unknown
 * key, but limits the rate of requests [W1.4].
 */
import { type CryptoKey, createLocalJWKSet, errors } from 'jose';
import type { FetchedKeys } from './fetch-keys.ts';

export type FoundKey =
  | { readonly kind: 'key'; readonly key: CryptoKey }
  /** The issuer publishes no key of that name for that algorithm. */
  | { readonly kind: 'unknown' }
  /** Several keys match, and the token does not say which. */
  | { readonly kind: 'ambiguous' }
  /** The published key of that name is not usable. */
  | { readonly kind: 'unusable' }
  /** The keys are currently unavailable. */
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number };

export interface WantedKey {
  readonly alg: string;
  readonly kid?: string | undefined;
}

export interface PublishedKeys {
  /** Never rejects. */
  find(wanted: WantedKey): Promise<FoundKey>;
}

export interface PublishedKeysOptions {
  /** Never rejects. */
  readonly fetch: () => Promise<FetchedKeys>;
  readonly now: () => number;
  /** Why the keys are unavailable. */
  readonly warn: (reason: string) => void;
}

const minute = 60_000;

/** Keys older than this are fetched again. */
const freshPeriod = 10 * minute;
/** Between two requests because of unknown keys, or while there are keys. */
const cooldown = 30_000;
/** Between two requests while there are no keys. */
const retryPause = 5_000;
/** Keys older than this are no longer used. */
const maxKeyAge = 24 * 60 * minute;

export function createPublishedKeys({ fetch, now, warn }: PublishedKeysOptions): PublishedKeys {
  let kept: { readonly find: ReturnType<typeof createLocalJWKSet>; readonly at: number } | undefined;
  let tried: { readonly worked: boolean; readonly at: number } | undefined;
  let pending: Promise<void> | undefined;
  /** A clock that was set back says nothing about the age. */
  const since = (at: number | undefined): number => {
    const passed = at === undefined ? -1 : now() - at;
    return passed < 0 ? Number.POSITIVE_INFINITY : passed;
  };
  const ask = async (): Promise<void> => {
    const fetched = await fetch();
    tried = { worked: fetched.kind === 'keys', at: now() };
    if (fetched.kind === 'keys') kept = { find: createLocalJWKSet(fetched.keys), at: now() };
    else warn(fetched.reason);
  };
  const refresh = (): Promise<void> => {
    pending ??= ask().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  const isUsable = (): boolean => since(kept?.at) <= maxKeyAge;
  const look = async (wanted: WantedKey): Promise<FoundKey> => {
    if (kept === undefined || !isUsable()) return unavailable(retryPause);
    try {
      return { kind: 'key', key: await kept.find(headerOf(wanted)) };
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return { kind: 'unknown' };
      return { kind: error instanceof errors.JWKSMultipleMatchingKeys ? 'ambiguous' : 'unusable' };
    }
  };
  return {
    async find(wanted) {
      const isDue = since(kept?.at) > freshPeriod && since(tried?.at) >= (isUsable() ? cooldown : retryPause);
      if (isDue) await refresh();
      const found = await look(wanted);
      if (found.kind !== 'unknown') return found;
      if (since(tried?.at) >= cooldown) await refresh();
      // The key may be new, and the last request failed.
      return tried?.worked === true ? look(wanted) : unavailable(cooldown);
    },
  };
}

const unavailable = (retryAfterMs: number): FoundKey => ({ kind: 'unavailable', retryAfterMs });

const headerOf = ({ alg, kid }: WantedKey): { alg: string; kid?: string } =>
  kid === undefined ? { alg } : { alg, kid };
