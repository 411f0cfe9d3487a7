/** What an operation that makes or moves a run gives back. */
import type { z } from 'zod';
import type { EngineAnswer } from '../../runtime/index.ts';
import { doneOf } from '../contract/engine-errors.ts';
import { flag, namedObject } from '../contract/output-fields.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { awaitRun, type Patience } from './await-run.ts';
import { getOpened } from './find-run.ts';
import { runViewFields, viewRun } from './run-view.ts';

export const movedRunView = namedObject('MovedRun', 'A run after it was started or told something.', {
  ...runViewFields,
  repeated: flag('The same key was used before: this is the run of then, as it is now.'),
});

export type MovedRun = z.infer<typeof movedRunView>;

export async function movedRun(
  services: Services,
  principal: Principal,
  { run, repeated }: { readonly run: string; readonly repeated: boolean },
  patience: Omit<Patience, 'after'> = {},
): Promise<MovedRun> {
  await services.onDurable?.();
  await awaitRun(services, principal, run, patience);
  return { ...(await viewRun(services, principal, await getOpened(services, principal, run))), repeated };
}

/** Throws where the engine refused. */
export function runOf(answer: EngineAnswer, run?: string) {
  const done = doneOf(answer, run === undefined ? {} : { run });
  return { run: done.run.id, repeated: done.repeated };
}
