/** Compiles the work item of a step: the data stored with it, and what it shows. */
import type { Json } from '../../../expression/index.ts';
import type { Expression } from '../../../kernel/index.ts';
import type { Assessment, Guide, GuideFunction, PromptStep } from '../model/schema.ts';
import type { StepItem } from '../model/shown-step.ts';
import { conditionVariables, guideExpression } from './computed.ts';
import { describeFunctions } from './describe-functions.ts';
import type { StepContext } from './guide-compile-context.ts';
import { remarkVariable } from './guide-names.ts';
import type { ShowSource } from './guide-source.ts';

export function compileStepItem(step: PromptStep, guide: Guide): Json {
  const { id, title, criteria, contract, consequences } = step;
  const assessments = assessmentsOf(step, guide);
  const item: StepItem = {
    language: 'guide',
    kind: 'step',
    step: id,
    title,
    criteria,
    contract,
    assessments,
    consequences,
  };
  const needsOutput = criteria !== null || contract?.required === true || assessments.length > 0;
  return withFields(item, [
    {
      name: 'output',
      type: 'any',
      required: needsOutput,
      description: 'The output of the step: a text, or data.',
    },
    {
      name: 'context',
      type: 'object',
      required: false,
      description: 'Variables to set for all later steps.',
    },
  ]);
}

/** Plain data, written as such. */
const withFields = (item: StepItem, expects: Json) => ({
  ...(item as unknown as { readonly [key: string]: Json }),
  expects,
});

/** Only a person can confirm. */
export function confirmationItem({ id, title }: { readonly id: string; readonly title: string }): Json {
  const item: StepItem = {
    language: 'guide',
    kind: 'confirmation',
    step: id,
    title,
    criteria: null,
    contract: null,
    assessments: [],
    consequences: [],
  };
  const who = { roles: [], subjects: [], kind: 'person', fourEyes: false };
  const expects = [
    { name: 'confirmed', type: 'bool', required: true, description: 'Whether the step is done correctly.' },
    { name: 'remark', type: 'str', required: false, description: 'What to change.' },
  ];
  return { ...withFields(item, expects), who };
}

export function compileShow(
  step: PromptStep,
  functions: readonly GuideFunction[],
  { loops, remarks: outer }: Pick<StepContext, 'loops' | 'remarks'>,
  guide: Guide,
): Expression {
  const { id, title, prompt, fragments, agentRole, guidance, askForFiles, modelHint } = step;
  const { confirmation, criteria, contract } = step;
  const source: ShowSource = {
    id,
    title,
    prompt,
    fragments,
    agentRole,
    guidance,
    askForFiles,
    modelHint,
    runCondition: step.runCondition?.condition ?? null,
    confirmation,
    isCheckedFirst: step.checks.length > 0,
    criteria,
    contract,
    assessments: assessmentsOf(step, guide),
    functions: describeFunctions(step, functions),
  };
  const remarks = [...outer, remarkVariable(id)];
  return guideExpression({ do: 'show', step: source, loops, remarks }, [
    ...conditionVariables(loops),
    ...remarks,
  ]);
}

const assessmentsOf = ({ assessmentRefs }: PromptStep, { assessments }: Guide): readonly Assessment[] =>
  assessments.filter(({ id }) => assessmentRefs.includes(id));
