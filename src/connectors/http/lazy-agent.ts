/** A guarded agent that is loaded with the first request: most processes make none, and start faster. */
import type { Agent } from 'undici';
import type { GuardOptions } from './guarded-agent.ts';

export interface LazyAgent {
  get(): Promise<Agent>;
  /** After closing, requests get an agent that refuses them. */
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
