/** Tracks open streams: limits their number per principal and tenant, and can end them all [W7.2]. */
import { OperationError, type Principal, principalKey } from '../../operations/index.ts';
import type { StreamQuotas } from '../http/contract/http-options.ts';

/** Short, because a stream ends when its client disconnects. */
const retryAfterMs = 5_000;

export class OpenStreams {
  readonly #quotas: StreamQuotas;
  readonly #counts = new Map<string, number>();
  readonly #ends = new Set<() => void>();
  #isClosed = false;

  constructor(quotas: StreamQuotas) {
    this.#quotas = quotas;
  }

  get size(): number {
    return this.#ends.size;
  }

  /** @param end ends it. @returns a function to call when it has ended. Throws OperationError. */
  enter(principal: Principal, end: () => void): () => void {
    if (this.#isClosed) throw closing();
    const own = principalKey(principal);
    const all = principal.tenant;
    const { perPrincipal, perTenant } = this.#quotas;
    if (perPrincipal !== null && this.#countOf(own) >= perPrincipal) throw tooMany('You have', perPrincipal);
    if (perTenant !== null && this.#countOf(all) >= perTenant) throw tooMany('Your tenant has', perTenant);
    // A separate function: the same one may be passed twice.
    const entry = (): void => end();
    this.#ends.add(entry);
    this.#count(own, 1);
    this.#count(all, 1);
    return () => {
      if (!this.#ends.delete(entry)) return;
      this.#count(own, -1);
      this.#count(all, -1);
    };
  }

  /** Ends all of them, and refuses new ones. */
  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#ends]) end();
  }

  #countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  #count(name: string, more: number): void {
    const count = this.#countOf(name) + more;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
}

function tooMany(who: string, limit: number): OperationError {
  return new OperationError({
    code: 'too_many_streams',
    message: `${who} ${limit} open streams, which is the limit.`,
    context: { retryAfterMs },
  });
}

function closing(): OperationError {
  return new OperationError({
    code: 'engine_unavailable',
    message: 'The server is closing. Try again shortly.',
  });
}
