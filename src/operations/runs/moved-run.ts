/** Result of operations that create or change a run. */
import type { z } from 'zod';
import { flag, namedObject } from '../../languages/output-fields.ts';
import type { EngineAnswer } from '../../runtime/index.ts';
import { requireDone } from '../contract/engine-errors.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getOpened } from './read-model/find-run.ts';
import { runViewFields, viewRun } from './read-model/run-view.ts';
import { type RunWaitOptions, waitForRunUpdate } from './read-model/wait-for-run-update.ts';

export const movedRunView = namedObject('MovedRun', 'A run after it was started or received a request.', {
  ...runViewFields,
  repeated: flag('The same key was used before: this is the run of that request, as it is now.'),
});

export type MovedRun = z.infer<typeof movedRunView>;

export async function movedRun(
  services: Services,
  principal: Principal,
  { run, repeated }: { readonly run: string; readonly repeated: boolean },
  waitOptions: Omit<RunWaitOptions, 'after'> = {},
): Promise<MovedRun> {
  if (repeated) services.onRepeated?.();
  await services.onDurable?.();
  await waitForRunUpdate(services, principal, run, waitOptions);
  return { ...(await viewRun(services, principal, await getOpened(services, principal, run))), repeated };
}

/** Throws if the engine refused the request. */
export function runOf(answer: EngineAnswer, run?: string) {
  const done = requireDone(answer, run === undefined ? {} : { run });
  return { run: done.run.id, repeated: done.repeated };
}
