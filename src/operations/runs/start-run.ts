/** Starts a workflow of the library, or of a document that is sent along. The same key again gives the same run. */
import { z } from 'zod';
import { summaryOf } from '../contract/check-input.ts';
import { keyField, namedField, textsField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { orderHead } from '../contract/order-head.ts';
import { findRepeated } from '../contract/repeatable.ts';
import { fitParameters, type Misfit } from '../fit-parameters.ts';
import { withinQuota } from '../quotas/within-quota.ts';
import { getRunnable, isNamed, nameNeeded, runnableFields } from './get-runnable.ts';
import { type MovedRun, movedRun, movedRunView, runOf } from './moved-run.ts';

const fields = z.strictObject({
  ...runnableFields,
  params: namedField('The parameters of the workflow, by name.').default({}),
  texts: textsField,
  waitMs: waitField,
  idempotencyKey: keyField,
});

const input = fields.refine(isNamed, nameNeeded);

const name = 'runs.start';

export const startRun: Operation<z.infer<typeof input>, MovedRun> = {
  name,
  scope: 'workflows:launch',
  // Whoever brings a document along is its author.
  alsoNeeds: [
    {
      scope: 'workflows:author',
      when: { told: 'with “source”', isGiven: ({ source }) => source !== undefined },
    },
  ],
  writes: true,
  summary: 'Starts a workflow.',
  input,
  output: movedRunView,
  async perform(principal, given, services, signal) {
    const { waitMs } = given;
    // The workflow may have changed since: a repeated order is not held against it again.
    const before = await findRepeated(services, principal, name, given);
    if (before !== undefined) {
      return movedRun(services, principal, { run: before.id, repeated: true }, { waitMs, signal });
    }
    const { id, workflow, pinned } = await getRunnable(services, principal, given);
    const fitted = fitParameters(workflow.parameters, { values: given.params, texts: given.texts ?? {} });
    if (fitted.kind === 'misfits') throw badParameters(id, fitted.problems);
    const order = { ...orderHead(principal, name, given), workflow: pinned, input: fitted.params };
    const brought = { run: 'new', values: Object.values(fitted.params) } as const;
    const answer = await withinQuota(services, principal, brought, () => services.engine.start(order));
    return movedRun(services, principal, runOf(answer), { waitMs, signal });
  },
};

/** Whoever sends more mistakes than this learns nothing from reading them all. */
const mostTold = 100;

export function badParameters(workflow: string, problems: readonly Misfit[]): OperationError {
  return new OperationError({
    code: 'invalid_parameters',
    message: `The parameters do not fit “${workflow}”: ${summaryOf(problems)}`,
    suggestedAction: 'Correct what is listed, and start it again.',
    context: { workflow },
    violations: problems
      .slice(0, mostTold)
      .map((problem) => ({ ...problem, path: `params.${problem.path}` })),
  });
}
