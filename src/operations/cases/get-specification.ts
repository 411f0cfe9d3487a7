/** A specification that can be run: any workflow is one. What is not there is told with what there is. */
import { findNearest } from '../../expression/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { isValid } from '../definitions/definition-summary.ts';
import { getRunnable, type RunnableWorkflow } from '../runs/get-runnable.ts';

/** Throws where there is none, or it has mistakes. */
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

/** Nobody reads a hundred names. */
const maxListed = 20;

async function notFound(
  { library }: Services,
  { tenant, scopes }: Principal,
  spec: string,
  error: OperationError,
): Promise<OperationError> {
  const refusal = { ...error.details, code: 'invalid_specification' } as const;
  const entries = await library.list(tenant);
  // Which of several is meant is told already.
  if (entries.some(({ workflow }) => workflow?.name === spec))
    return new OperationError(refusal, { cause: error });
  const ids = entries.filter(isValid).map(({ id }) => id);
  const nearest = findNearest(spec, ids);
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  // What there is, is told to those who may look it up.
  const available = scopes.has('workflows:query') ? ` ${listOf(ids)}` : '';
  const message = `Specification '${spec}' not found in engine.${hint}${available}`;
  return new OperationError({ ...refusal, message }, { cause: error });
}

function listOf(ids: readonly string[]): string {
  const shown = ids.slice(0, maxListed).map((id) => `“${id}”`);
  const left = ids.length - shown.length;
  const all = left === 0 ? shown : [...shown, `and ${left} more`];
  return ids.length === 0 ? 'There is none at all.' : `Available: ${all.join(', ')}.`;
}
