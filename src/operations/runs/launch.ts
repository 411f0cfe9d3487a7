/** Starts a workflow: validates the parameters and checks the quota. */
import type { EngineAnswer, Newest } from '../../runtime/index.ts';
import { summaryOf } from '../contract/check-input.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Keyed } from '../contract/repeatable.ts';
import { requestHead } from '../contract/request-head.ts';
import type { Services } from '../contract/services.ts';
import { fitParameters, type GivenParameters, type ParameterMismatch } from '../fit-parameters.ts';
import { contextOf, refuseLargeContext } from '../guides/context-size.ts';
import { refuseBlocked } from '../guides/guide-blocked.ts';
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
  const context = workflow.guide === undefined ? undefined : contextOf(fitted.params);
  if (context !== undefined) refuseLargeContext(context, { workflow: id });
  const request = { ...requestHead(principal, operation, input), workflow: pinned, input: fitted.params };
  const quotaRequest = { run: 'new', values: Object.values(fitted.params) } as const;
  const answer = await withinQuota(services, principal, quotaRequest, () => services.engine.start(request));
  if (context !== undefined) {
    const going = { program: pinned.program, context, path: `${field}.context` };
    refuseBlocked(answer, going, { code: 'guide_blocked', about: { workflow: id } });
  }
  return answer;
}

/** Message of the YAWL engine. */
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
    message: `The parameters of “${workflow}” are not valid: ${summaryOf(problems)}`,
    suggestedAction: 'Correct what is listed, and start it again.',
    context: { workflow },
    violations: problems
      .slice(0, maxListed)
      .map((problem) => ({ ...problem, path: problem.path === '' ? field : `${field}.${problem.path}` })),
  });
}
