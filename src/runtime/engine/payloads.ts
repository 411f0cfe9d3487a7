/**
 * Stores large values by hash [R2.4], and caches the latest in memory for the kernel, which resolves them
 * synchronously. The values of a tenant are found only while its runs are processed.
 */
import { createHash } from 'node:crypto';
import { defaultLimits, type Json, type Payload, UnresolvedError } from '../../kernel/index.ts';
import { LruCache } from '../cache/lru-cache.ts';
import type { Content, Contents } from '../ports/content.ts';
import { plainValue } from '../simulate/plain-value.ts';
import { UnresolvedQueryError } from './query-results.ts';
import { runKey } from './run-key.ts';

/** Longer texts are externalized. */
const maxInlineLength = 16_384;
/** The limit of a value: the kernel computes with no larger ones. */
const maxStoredLength = defaultLimits.payload;
const maxInMemory = 32 * 1024 * 1024;

export interface Externalized {
  readonly payload: Payload;
  /** Must be stored together with the value that references it. */
  readonly contents: readonly Content[];
}

interface CachedValue {
  readonly value: Json;
  /** Length of its JSON text. */
  readonly size: number;
}

/** Number of bytes of a value that are stored outside of the journal: 0 if it is small. */
export function externalizedSize(value: Json): number {
  const text = JSON.stringify(value);
  return text.length <= maxInlineLength ? 0 : Buffer.byteLength(text);
}

export class Payloads {
  readonly #contents: Pick<Contents, 'find'>;
  readonly #hide: (value: Json) => Json;
  readonly #recent = new LruCache<CachedValue>(maxInMemory, ({ size }) => size);
  #tenant = '';
  #missing = '';
  /** The values that the current computation uses: they stay in memory until it is done. */
  #fetched = new Map<string, Json>();

  /** @param hide removes known secrets from input before it is stored */
  constructor(contents: Pick<Contents, 'find'>, hide: (value: Json) => Json = (value) => value) {
    this.#contents = contents;
    this.#hide = hide;
  }

  /** For the kernel: only valid within `resolving`. */
  readonly resolve = (hash: string): Json => {
    const known = this.#fetched.get(hash);
    if (known !== undefined) return known;
    const recent = this.#recent.get(runKey(this.#tenant, hash));
    if (recent !== undefined) {
      this.#fetched.set(hash, recent.value);
      return recent.value;
    }
    this.#missing = hash;
    throw new UnresolvedError(`The value ${hash} is not in memory.`);
  };

  /**
   * Runs a computation that may need large values of a tenant: at once if all are in memory, otherwise again after
   * each one was fetched. `fetched`: values in memory that are about to be stored.
   */
  resolving<Result>(
    tenant: string,
    compute: () => Result,
    fetched = new Map<string, Json>(),
  ): Result | Promise<Result> {
    this.#tenant = tenant;
    this.#fetched = fetched;
    try {
      return compute();
    } catch (error) {
      if (!(error instanceof UnresolvedError) || error instanceof UnresolvedQueryError) throw error;
      return this.#resolveMore(tenant, compute, fetched, this.#missing);
    }
  }

  async #resolveMore<Result>(
    tenant: string,
    compute: () => Result,
    fetched: Map<string, Json>,
    missing: string,
  ): Promise<Result> {
    await this.fetch(tenant, missing, fetched);
    return this.resolving(tenant, compute, fetched);
  }

  externalize(tenant: string, given: Json): Externalized {
    const value = this.#hide(given);
    const text = JSON.stringify(value);
    // The kernel refuses values that are too large to be stored.
    if (text.length <= maxInlineLength || text.length > maxStoredLength)
      return { payload: { value }, contents: [] };
    const hash = createHash('sha256').update(text).digest('hex');
    this.#recent.set(runKey(tenant, hash), { value, size: text.length });
    return {
      payload: { blob: { hash, size: text.length } },
      contents: [{ kind: 'payload', hash, text }],
    };
  }

  /** Resolves the complete value. */
  async resolvePayload(tenant: string, payload: Payload): Promise<Json> {
    return isInline(payload)
      ? plainValue(payload, this.resolve)
      : this.resolving(tenant, () => plainValue(payload, this.resolve));
  }

  /** Fetches a large value from the store. */
  async fetch(tenant: string, hash: string, fetched: Map<string, Json>): Promise<void> {
    const text = await this.#contents.find(tenant, 'payload', hash);
    if (text === undefined) throw new Error(`The value ${hash} is missing from the store.`);
    const value: Json = JSON.parse(text);
    this.#recent.set(runKey(tenant, hash), { value, size: text.length });
    fetched.set(hash, value);
  }
}

function isInline(payload: Payload): boolean {
  if ('value' in payload) return true;
  if ('blob' in payload) return false;
  return Object.values('list' in payload ? payload.list : payload.record).every(isInline);
}
