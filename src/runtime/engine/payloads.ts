/**
 * Large values by hash [R2.4]: kept in the store, with the latest in memory for the kernel, which resolves them
 * synchronously. A tenant's values are found only while its runs are played.
 */
import { createHash } from 'node:crypto';
import { defaultLimits, type Json, type Payload, UnresolvedError } from '../../kernel/index.ts';
import type { Content, Contents } from '../ports/content.ts';
import { plainValue } from '../simulate/plain-value.ts';
import { LruCache } from './lru-cache.ts';
import { runKey } from './run-key.ts';

/** Longer texts than this are kept apart. */
const maxInlineLength = 16_384;
/** The longest that is kept: nothing could be computed with more. */
const maxStoredLength = defaultLimits.payload;
const maxInMemory = 32 * 1024 * 1024;

export interface Externalized {
  readonly payload: Payload;
  /** What has to be stored with whatever refers to it. */
  readonly contents: readonly Content[];
}

interface CachedValue {
  readonly value: Json;
  /** Length of its text. */
  readonly size: number;
}

/** How many bytes of a value are kept apart from its journal: none where it is small. */
export function externalizedSize(value: Json): number {
  const text = JSON.stringify(value);
  return text.length <= maxInlineLength ? 0 : Buffer.byteLength(text);
}

export class Payloads {
  readonly #contents: Contents;
  readonly #hide: (value: Json) => Json;
  readonly #recent = new LruCache<CachedValue>(maxInMemory, ({ size }) => size);
  #tenant = '';
  #missing = '';
  /** What the computation under way had to fetch: it is not forgotten before the computation is done. */
  #fetched = new Map<string, Json>();

  /** @param hide takes known secrets out of whatever comes in: nothing of them is kept */
  constructor(contents: Contents, hide: (value: Json) => Json = (value) => value) {
    this.#contents = contents;
    this.#hide = hide;
  }

  /** For the kernel: within `resolving` only. */
  readonly resolve = (hash: string): Json => {
    const value = this.#fetched.get(hash) ?? this.#recent.get(runKey(this.#tenant, hash))?.value;
    if (value !== undefined) return value;
    this.#missing = hash;
    throw new UnresolvedError(`The value ${hash} is not at hand.`);
  };

  /**
   * Does something that may need large values of a tenant: at once where all are at hand, else again whenever one was
   * fetched. `fetched`: those that are at hand already, because they are about to be stored.
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
      if (!(error instanceof UnresolvedError)) throw error;
      return this.#resolveMore(tenant, compute, fetched, this.#missing);
    }
  }

  async #resolveMore<Result>(
    tenant: string,
    compute: () => Result,
    fetched: Map<string, Json>,
    missing: string,
  ): Promise<Result> {
    fetched.set(missing, await this.#fetch(tenant, missing));
    return this.resolving(tenant, compute, fetched);
  }

  externalize(tenant: string, given: Json): Externalized {
    const value = this.#hide(given);
    const text = JSON.stringify(value);
    // What is too large to be kept is left to the kernel to refuse.
    if (text.length <= maxInlineLength || text.length > maxStoredLength)
      return { payload: { value }, contents: [] };
    const hash = createHash('sha256').update(text).digest('hex');
    this.#recent.set(runKey(tenant, hash), { value, size: text.length });
    return {
      payload: { blob: { hash, size: text.length } },
      contents: [{ kind: 'payload', hash, text }],
    };
  }

  /** The whole value. */
  async resolvePayload(tenant: string, payload: Payload): Promise<Json> {
    return isInline(payload)
      ? plainValue(payload, this.resolve)
      : this.resolving(tenant, () => plainValue(payload, this.resolve));
  }

  async #fetch(tenant: string, hash: string): Promise<Json> {
    const text = await this.#contents.find(tenant, 'payload', hash);
    if (text === undefined) throw new Error(`The store has lost the value ${hash}.`);
    const value: Json = JSON.parse(text);
    this.#recent.set(runKey(tenant, hash), { value, size: text.length });
    return value;
  }
}

function isInline(payload: Payload): boolean {
  if ('value' in payload) return true;
  if ('blob' in payload) return false;
  return Object.values('list' in payload ? payload.list : payload.record).every(isInline);
}
