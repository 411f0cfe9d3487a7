/** Reads the current context of a guide's run. */
import type { Program } from '../../kernel/index.ts';
import type { GuideContext } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { runNotFound } from '../contract/engine-errors.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import type { Services } from '../contract/services.ts';
import { variablesOfRun } from '../runs/variables-of-run.ts';
import { contextOf } from './context-size.ts';

interface Known {
  readonly program: Program;
  readonly context: GuideContext;
}

/** Throws if the run does not exist. */
export async function contextOfRun(
  { engine, store }: Services,
  { tenant, run }: Pick<WorkItem, 'tenant' | 'run'>,
): Promise<Known> {
  const opened = await engine.open(tenant, run);
  if (opened === undefined) throw runNotFound(run);
  return {
    program: opened.program,
    context: contextOf(await variablesOfRun(opened, cachedPayloads(store), ['context'])),
  };
}
