/** Checks that a workflow can be reported on. */
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';

/** Throws OperationError if the workflow does not exist and has no cases from earlier. */
export async function checkWorkflow(
  services: Services,
  principal: Principal,
  workflow: string,
): Promise<void> {
  const cases = await services.store.runs.count(principal.tenant, { workflow }, 1);
  if (cases === 0) await getWorkflow(services, principal, workflow);
}
