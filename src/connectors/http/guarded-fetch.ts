/** A `fetch` with the address rules of the client, for libraries that make their own requests. */
import type { RequestInfo, RequestInit } from 'undici';
import type { GuardOptions } from './guarded-agent.ts';
import { createLazyAgent } from './lazy-agent.ts';

export interface GuardedFetch {
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** Responses may be long-lived streams: neither time nor size is limited here. */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const lazyAgent = createLazyAgent(options);
  const guarded = async (input: RequestInfo, init?: RequestInit) => {
    const { fetch } = await import('undici');
    return fetch(input, { ...init, dispatcher: await lazyAgent.get() });
  };
  // The built-in fetch has the same shape but its own types.
  return { fetch: guarded as unknown as typeof globalThis.fetch, close: () => lazyAgent.close() };
}
