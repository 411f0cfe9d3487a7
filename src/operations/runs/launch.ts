/** Starts a workflow: validates the parameters and checks the quota. */
import { phrase, summaryOf } from '../../languages/index.ts';
import type { EngineAnswer, Newest } from '../../runtime/index.ts';
import { OperationError, refusedByLanguage } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Keyed } from '../contract/repeatable.ts';
import { requestHead } from '../contract/request-head.ts';
import type { Services } from '../contract/services.ts';
import { fitParameters, type GivenParameters, type ParameterMismatch } from '../data/fit-parameters.ts';
import { findLanguage } from '../language-lists/languages.ts';
import { withinQuota } from '../quotas/within-quota.ts';
import type { RunnableWorkflow } from './get-runnable.ts';

interface LaunchRequest {
  readonly operation: string;
  /** The input of the operation. */
  readonly input: Keyed;
  readonly runnable: RunnableWorkflow;
  readonly given: GivenParameters;
  /** Field of the input that contains the parameters. */
  readonly field: string;
}

/** Throws if the parameters are not valid or a quota is exceeded. */
export async function launch(
  services: Services,
  principal: Principal,
  { operation, input, runnable, given, field }: LaunchRequest,
): Promise<EngineAnswer> {
  const { id, workflow, pinned, supersededBy } = runnable;
  if (supersededBy !== null) throw superseded(id, supersededBy);
  const fitted = fitParameters(workflow.parameters, given);
  if (fitted.kind === 'mismatches') throw badParameters(id, fitted.problems, field);
  const { runs } = findLanguage(pinned.language) ?? {};
  const refusal = runs?.checkInputs?.(fitted.params, id, pinned.program) ?? null;
  if (refusal !== null) throw refusedByLanguage(refusal);
  const request = { ...requestHead(principal, operation, input), workflow: pinned, input: fitted.params };
  const quotaRequest = { run: 'new', values: Object.values(fitted.params) } as const;
  const answer = await withinQuota(services, principal, quotaRequest, () => services.engine.start(request));
  if (answer.kind === 'rejected' && answer.rejection.code === 'expression') {
    const { message } = answer.rejection;
    const start = { workflow: id, program: pinned.program, inputs: fitted.params, field, message };
    const explanation = runs?.explainRejection?.(start) ?? null;
    if (explanation !== null) throw refusedByLanguage(explanation);
  }
  return answer;
}

/** The message of engines for specifications. */
function superseded(workflow: string, { id, version }: Newest): OperationError {
  return new OperationError({
    code: 'specification_superseded',
    message: `Starting a new case for a superseded specification is not allowed. The latest loaded version is ${version}.`,
    suggestedAction: `Start “${id}”. Cases of older versions continue unchanged.`,
    context: { workflow, newest: id, version },
  });
}

/** Maximum number of listed violations. */
const maxListed = 100;

/** @param field of the input that contains the parameters */
export function badParameters(
  workflow: string,
  problems: readonly ParameterMismatch[],
  field: string,
): OperationError {
  return new OperationError({
    code: 'invalid_parameters',
    message: phrase`The parameters of “${workflow}” are not valid: ${summaryOf(problems)}`,
    suggestedAction: 'Correct what is listed, and start it again.',
    context: { workflow },
    violations: problems
      .slice(0, maxListed)
      .map((problem) => ({ ...problem, path: problem.path === '' ? field : `${field}.${problem.path}` })),
  });
}
