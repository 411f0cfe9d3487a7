/** Finds a runnable specification. Any workflow is one. The error for a missing one lists those that are available. */
import { findNearest } from '../../expression/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { isValid } from '../definitions/definition-summary.ts';
import { getRunnable, type RunnableWorkflow } from '../runs/get-runnable.ts';

/** Throws if it does not exist or has errors. */
export async function getSpecification(
  services: Services,
  principal: Principal,
  spec: string,
): Promise<RunnableWorkflow> {
  try {
    return await getRunnable(services, principal, { workflow: spec });
  } catch (error) {
    if (!(error instanceof OperationError) || error.details.code !== 'workflow_not_found') throw error;
    throw await notFound(services, principal, spec, error);
  }
}

/** Maximum number of listed names. */
const maxListed = 20;

async function notFound(
  { library }: Services,
  { tenant, scopes }: Principal,
  spec: string,
  error: OperationError,
): Promise<OperationError> {
  const refusal = { ...error.details, code: 'invalid_specification' } as const;
  const entries = await library.list(tenant);
  // The error already lists the candidates.
  if (entries.some(({ workflow }) => workflow?.name === spec))
    return new OperationError(refusal, { cause: error });
  const ids = entries.filter(isValid).map(({ id }) => id);
  const nearest = findNearest(spec, ids);
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  // The list is only shown to callers that may read workflows.
  const available = scopes.has('workflows:query') ? ` ${listOf(ids)}` : '';
  const message = `Specification '${spec}' not found in engine.${hint}${available}`;
  return new OperationError({ ...refusal, message }, { cause: error });
}

function listOf(ids: readonly string[]): string {
  const shown = ids.slice(0, maxListed).map((id) => `“${id}”`);
  const left = ids.length - shown.length;
  const all = left === 0 ? shown : [...shown, `and ${left} more`];
  return ids.length === 0 ? 'No specifications are available.' : `Available: ${all.join(', ')}.`;
}
