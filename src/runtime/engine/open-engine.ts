/** Opens the engine over a store and resumes the unfinished runs in it. */
import { DurableEngine } from './durable-engine.ts';
import type { Engine } from './engine-contract.ts';
import type { EngineOptions } from './engine-options.ts';

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const engine = new DurableEngine(options);
  if (options.isQuiet !== true) engine.begin();
  return engine;
}
