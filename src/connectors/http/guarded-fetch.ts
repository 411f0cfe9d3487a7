/** The guard for libraries that bring their own requests: `fetch` that connects to no other addresses than the client does. */
import { fetch as plainFetch, type RequestInfo, type RequestInit } from 'undici';
import { createGuardedAgent, type GuardOptions } from './guarded-agent.ts';

export interface GuardedFetch {
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** Answers may be streams that last: neither their time nor their size is limited here. */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const agent = createGuardedAgent(options);
  // The built-in fetch has the same shape, and types of its own.
  const guarded = (input: RequestInfo, init?: RequestInit) =>
    plainFetch(input, { ...init, dispatcher: agent });
  return { fetch: guarded as unknown as typeof globalThis.fetch, close: () => agent.destroy() };
}
