/** A guarded agent that is loaded and made with the first request: most processes make none, and start the sooner. */
import type { Agent } from 'undici';
import type { GuardOptions } from './guarded-agent.ts';

export interface LazyAgent {
  get(): Promise<Agent>;
  /** Whoever still asks for it gets one that makes no requests. */
  close(): Promise<void>;
}

export function createLazyAgent(options: GuardOptions): LazyAgent {
  let made: Promise<Agent> | undefined;
  let isClosed = false;
  const make = async (): Promise<Agent> => {
    const { createGuardedAgent } = await import('./guarded-agent.ts');
    const agent = createGuardedAgent(options);
    if (isClosed) await agent.destroy();
    return agent;
  };
  return {
    get: () => {
      made ??= make();
      return made;
    },
    close: async () => {
      isClosed = true;
      await (await made)?.destroy();
    },
  };
}
