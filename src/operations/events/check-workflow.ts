/** Whether there is anything to tell of a workflow. */
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';

/** Throws OperationError where there is no such workflow, and no case of one that there was. */
export async function checkWorkflow(
  services: Services,
  principal: Principal,
  workflow: string,
): Promise<void> {
  const cases = await services.store.runs.count(principal.tenant, { workflow }, 1);
  if (cases === 0) await getWorkflow(services, principal, workflow);
}
