/** A list of work items that is empty because what it was narrowed to is not there: better told than taken for no work. */
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';
import { getRecord } from '../runs/find-run.ts';

interface Narrowing {
  readonly run?: string | undefined;
  readonly workflow?: string | undefined;
}

/** Throws where there is no such run, or no such workflow. Whoever may not look at runs is told nothing of them. */
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

/** Also of one that was removed since, or was only ever sent along. */
async function hasRun({ store }: Services, { tenant }: Principal, workflow: string): Promise<boolean> {
  return (await store.runs.search(tenant, { workflow }, { limit: 1 })).length > 0;
}
