/** The guard for libraries that bring their own requests: `fetch` that connects to no other addresses than the client does. */
import type { RequestInfo, RequestInit } from 'undici';
import type { GuardOptions } from './guarded-agent.ts';
import { createLazyAgent } from './lazy-agent.ts';

export interface GuardedFetch {
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** Answers may be streams that last: neither their time nor their size is limited here. */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const lazyAgent = createLazyAgent(options);
  const guarded = async (input: RequestInfo, init?: RequestInit) => {
    const { fetch } = await import('undici');
    return fetch(input, { ...init, dispatcher: await lazyAgent.get() });
  };
  // The built-in fetch has the same shape, and types of its own.
  return { fetch: guarded as unknown as typeof globalThis.fetch, close: () => lazyAgent.close() };
}
