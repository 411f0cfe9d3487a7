/** Renders an open step: role, guidance, prompt and loop context, with the current variables filled in. */
import type { Effort } from '../../../kernel/index.ts';
import { holds, holdsOrUnknown } from '../conditions/holds.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { GuideContext, LookUp } from '../model/guide-context.ts';
import type { Confirmation } from '../model/schema.ts';
import type { LoopView, ShownStep } from '../model/shown-step.ts';
import { describeCriteria } from '../validation/describe-criteria.ts';
import { variablesInCriteria } from '../validation/variables-in-criteria.ts';
import { createTemplateFiller } from './create-template-filler.ts';
import type { ShowSource } from './guide-source.ts';
import { type LoopState, loopValues, viewOfLoop } from './loop-values.ts';

/** @param remark of a person who did not agree with the output; empty if there is none */
export function showStep(
  source: ShowSource,
  context: GuideContext,
  states: readonly LoopState[],
  remark: string,
  effort: Effort,
): ShownStep {
  const ofLoops = loopValues(states, context);
  const lookUp = createLookUp(context, ofLoops, effort);
  const { fill, unset } = createTemplateFiller(lookUp);
  const tails = source.fragments.filter(({ when }) => when === null || holds(when, lookUp));
  const prompt = [source.prompt, ...tails.map(({ text }) => text)].map(fill).join('\n\n');
  const agentRole = source.agentRole === null ? null : fill(source.agentRole);
  const guidance = source.guidance.map(fill);
  const loops = states.map(viewOfLoop);
  const criteria = [...describeCriteria(source.criteria, lookUp), ...otherCriteria(source)];
  const message = [
    agentRole === null ? '' : `## Agent Role Instructions\n${agentRole}`,
    guidance.length === 0 ? '' : `## Step Guidance\n${guidance.map((line) => `- ${line}`).join('\n')}`,
    prompt,
    source.functions === '' ? '' : `## Functions\n${source.functions}`,
    loops.length === 0 ? '' : `## Loop Context\n${loops.map(describeLoop).join('\n')}`,
    remark === '' ? '' : `## Remark\nA person did not agree with the previous output: ${remark}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const requireConfirmation = isRequired(source.confirmation, lookUp);
  return {
    message,
    step: {
      id: source.id,
      title: fill(source.title),
      prompt,
      ...(agentRole === null ? {} : { agentRole }),
      ...(guidance.length === 0 ? {} : { guidance }),
      askForFiles: source.askForFiles,
      requireConfirmation,
      ...(source.runCondition === null ? {} : { runCondition: source.runCondition }),
    },
    guidance: {
      prompt: message,
      ...(source.modelHint === null ? {} : { modelHint: source.modelHint }),
      requiresConfirmation: requireConfirmation && !source.isCheckedFirst,
      validationCriteria: criteria,
    },
    loops,
    unset: unset(),
    ...(remark === '' ? {} : { remark }),
    facts: stepFacts(source, ofLoops),
  };
}

function isRequired(confirmation: Confirmation, lookUp: LookUp): boolean {
  switch (confirmation.kind) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'when':
      return holdsOrUnknown(confirmation.condition, lookUp);
  }
}

function otherCriteria({ contract, assessments }: ShowSource): readonly string[] {
  return [
    ...(contract === null ? [] : ['Data with “decision”: “continue” or “stop”.']),
    ...assessments.map(
      ({ id, purpose, dimensions }) =>
        `Data with “assessments.${id}” (${purpose}): ${dimensions
          .map((dimension) => `${dimension.id} is ${dimension.levels.join(' or ')}`)
          .join(', ')}.`,
    ),
  ];
}

/** Several decisions are each named. */
function describeLoop(
  { id, iteration, total, leftOut, index }: LoopView,
  _: number,
  all: readonly LoopView[],
): string {
  const lines = [
    all.length > 1 ? `- Loop: ${id}` : '',
    `- Iteration: ${iteration}`,
    total === undefined ? '' : `- Total Items: ${total}`,
    leftOut === undefined ? '' : `- Left Out: ${leftOut}, because the loop has at most ${total} passes`,
    index === undefined ? '' : `- Current Index: ${index}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/**
 * Complete values by the names that the loops use, so that an output is validated against the same values that were
 * shown.
 */
function stepFacts({ criteria }: ShowSource, ofLoops: GuideContext): GuideContext {
  const asked = new Set(variablesInCriteria(criteria).map((name) => name.split('.', 1)[0]));
  return Object.fromEntries(Object.entries(ofLoops).filter(([name]) => asked.has(name)));
}
