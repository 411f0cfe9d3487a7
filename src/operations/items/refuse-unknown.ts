/** Reports an unknown run or workflow in the filter of a list, instead of an empty list. */
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';
import { getRecord } from '../runs/read-model/find-run.ts';

interface Narrowing {
  readonly run?: string | undefined;
  readonly workflow?: string | undefined;
}

/** Throws if the run or workflow does not exist. A caller that may not read runs learns nothing about them. */
export async function refuseUnknown(
  services: Services,
  principal: Principal,
  { run, workflow }: Narrowing,
): Promise<void> {
  const { scopes } = principal;
  if (!scopes.has('workflows:query') && !scopes.has('admin')) return;
  if (run !== undefined) await getRecord(services, principal, run);
  if (workflow !== undefined && !(await hasRun(services, principal, workflow))) {
    await getWorkflow(services, principal, workflow);
  }
}

/** Also for a workflow that was removed since, or was only sent along. */
async function hasRun({ store }: Services, { tenant }: Principal, workflow: string): Promise<boolean> {
  return (await store.runs.search(tenant, { workflow }, { limit: 1 })).length > 0;
}
