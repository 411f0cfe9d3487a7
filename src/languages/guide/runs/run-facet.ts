/** Runs of guides: the context that they start with, and what agents are told about them. */
import type { Json } from '../../../kernel/index.ts';
import { describeJson } from '../../describe-json.ts';
import type { RunFacet, Values } from '../../facets.ts';
import { refuseInput } from '../../refusal.ts';
import type { Workflow } from '../../workflow.ts';
import { type Foreword, readForeword } from '../follow/guide-texts.ts';
import { maxVisits } from '../net/guide-compile-context.ts';
import { contextVariable } from '../net/guide-names.ts';
import { explainBlocked } from './explain-blocked.ts';
import { contextOf, isVariables, refuseLargeContext } from './guide-values.ts';

interface ViewOfRun {
  readonly guide?: {
    readonly foreword?: Foreword;
    readonly skipped: readonly Json[];
    readonly warnings: readonly string[];
  };
}

export const runFacet: RunFacet = {
  present({ guide }: ViewOfRun) {
    if (guide === undefined) return undefined;
    const { foreword: introduction, skipped, warnings } = guide;
    return {
      introduction: introduction === undefined ? {} : { foreword: introduction },
      fields: {
        ...(skipped.length === 0 ? {} : { skipped }),
        ...(warnings.length === 0 ? {} : { warnings }),
      },
      ...(introduction === undefined ? {} : { first: readForeword(introduction) }),
    };
  },
  checkInputs: (inputs, workflow) => refuseLargeContext(contextOf(inputs), { workflow }),
  checkVariables(operation, run, { context }) {
    if (context === undefined) return null;
    if (isVariables(context)) return refuseLargeContext(context, { run });
    return refuseInput(operation, [
      {
        path: 'set.context',
        rule: 'wrong-type',
        message: '“context” must be an object: variables by name.',
        expected: 'an object',
        actual: describeJson(context),
      },
    ]);
  },
  explainRejection: ({ workflow, program, inputs, field, message }) =>
    explainBlocked(program, contextOf(inputs), message, {
      code: 'guide_blocked',
      about: { workflow },
      path: `${field}.context`,
    }),
  sampleInputs: withSampleContext,
  maxVisits,
};

/** With sample lists and numbers for the variables that loops need. */
function withSampleContext({ parameters }: Workflow, values: Values) {
  const example = parameters.find(({ name }) => name === contextVariable)?.example;
  const given = values[contextVariable] ?? {};
  if (!isVariables(example) || !isVariables(given)) return { values, sampled: [] };
  const sampled = Object.keys(example).filter((name) => !Object.hasOwn(given, name));
  return sampled.length === 0
    ? { values, sampled }
    : { values: { ...values, context: { ...example, ...given } }, sampled };
}
