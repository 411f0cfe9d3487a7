/**
 * Coalesces equal requests: a hundred streams of a tenant at the same position send one request to the owner of the
 * data folder. The key contains everything that the answer depends on [W5.2].
 */
import type { Json } from '../../kernel/index.ts';
import type { Principal } from '../../operations/index.ts';
import type { Signalbox } from '../local/signalbox.ts';

export interface FeedRequest {
  readonly operation: string;
  readonly input: object;
  /** The answer also depends on the principal, not only on its tenant and scopes. */
  readonly isPersonal: boolean;
}

interface SharedRequest {
  readonly answer: Promise<Json>;
  readonly stop: AbortController;
  waiters: number;
}

export class RequestCoalescer {
  readonly #call: Signalbox['call'];
  readonly #inFlight = new Map<string, SharedRequest>();

  constructor(call: Signalbox['call']) {
    this.#call = call;
  }

  /** @param leaveSignal aborted when the caller no longer waits; the answer may come later, or never */
  async ask(principal: Principal, feedRequest: FeedRequest, leaveSignal: AbortSignal): Promise<Json> {
    const key = coalescingKeyOf(principal, feedRequest);
    const found = this.#inFlight.get(key) ?? this.#begin(key, principal, feedRequest);
    found.waiters++;
    const leave = (): void => {
      found.waiters--;
      if (found.waiters > 0) return;
      this.#forget(key, found);
      found.stop.abort();
    };
    leaveSignal.addEventListener('abort', leave, { once: true });
    if (leaveSignal.aborted) leave();
    try {
      return await found.answer;
    } finally {
      leaveSignal.removeEventListener('abort', leave);
    }
  }

  #begin(key: string, principal: Principal, { operation, input }: FeedRequest): SharedRequest {
    const stop = new AbortController();
    const answer = this.#call(principal, operation, input, stop.signal);
    const begun: SharedRequest = { answer, stop, waiters: 0 };
    this.#inFlight.set(key, begun);
    const forget = (): void => this.#forget(key, begun);
    answer.then(forget, forget);
    return begun;
  }

  /** Later callers send a new request. */
  #forget(key: string, feedRequest: SharedRequest): void {
    if (this.#inFlight.get(key) === feedRequest) this.#inFlight.delete(key);
  }
}

function coalescingKeyOf(
  { tenant, subject, scopes, roles, kind }: Principal,
  feedRequest: FeedRequest,
): string {
  const { operation, input, isPersonal } = feedRequest;
  return JSON.stringify([
    tenant,
    [...scopes].sort(),
    operation,
    input,
    isPersonal ? [subject, kind, roles] : null,
  ]);
}
