/** An open step in words: role, guidance, prompt and loop context, with the variables of the moment filled in. */
import { holds } from '../conditions/holds.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { Confirmation } from '../schema.ts';
import type { LoopView, ShownStep } from '../shown-step.ts';
import { criteriaInWords } from '../validation/criteria-in-words.ts';
import { variablesInCriteria } from '../validation/variables-in-criteria.ts';
import type { Context, LookUp } from '../values.ts';
import { createFiller } from './fill-in.ts';
import type { ShowSource } from './guide-source.ts';
import { type LoopState, loopValues, viewOfLoop } from './loop-values.ts';

/** @param remark of a person who did not agree with what was done before; empty where there is none */
export function showStep(
  source: ShowSource,
  context: Context,
  states: readonly LoopState[],
  remark: string,
): ShownStep {
  const lookUp = createLookUp(context, loopValues(states, context));
  const { fill, unset } = createFiller(lookUp);
  const tails = source.fragments.filter(({ when }) => when === null || holds(when, lookUp));
  const prompt = [source.prompt, ...tails.map(({ text }) => text)].map(fill).join('\n\n');
  const agentRole = source.agentRole === null ? null : fill(source.agentRole);
  const guidance = source.guidance.map(fill);
  const loops = states.map(viewOfLoop);
  const criteria = [...criteriaInWords(source.criteria, lookUp), ...otherCriteria(source)];
  const message = [
    agentRole === null ? '' : `## Agent Role Instructions\n${agentRole}`,
    guidance.length === 0 ? '' : `## Step Guidance\n${guidance.map((line) => `- ${line}`).join('\n')}`,
    prompt,
    source.functions === '' ? '' : `## Functions\n${source.functions}`,
    loops.length === 0 ? '' : `## Loop Context\n${loops.map(describeLoop).join('\n')}`,
    remark === '' ? '' : `## Remark\nA person did not agree with what was done before: ${remark}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const requiresConfirmation = isRequired(source.confirmation, lookUp);
  return {
    message,
    step: {
      id: source.id,
      title: fill(source.title),
      prompt,
      ...(agentRole === null ? {} : { agentRole }),
      ...(guidance.length === 0 ? {} : { guidance }),
      askForFiles: source.askForFiles,
      requireConfirmation: requiresConfirmation,
      ...(source.runCondition === null ? {} : { runCondition: source.runCondition }),
    },
    guidance: {
      prompt: message,
      ...(source.modelHint === null ? {} : { modelHint: source.modelHint }),
      requiresConfirmation,
      validationCriteria: criteria,
    },
    loops,
    unset: unset(),
    ...(remark === '' ? {} : { remark }),
    facts: factsOf(source, lookUp),
  };
}

function isRequired(confirmation: Confirmation, lookUp: LookUp): boolean {
  switch (confirmation.kind) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'when':
      return holds(confirmation.condition, lookUp);
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

/** A first pass says how many there are; with several loops each line names its own. */
function describeLoop(
  { id, iteration, total, index }: LoopView,
  _: number,
  all: readonly LoopView[],
): string {
  const lines = [
    all.length > 1 ? `- Loop: ${id}` : '',
    `- Iteration: ${iteration}`,
    total === undefined ? '' : `- Total Items: ${total}`,
    index === undefined ? '' : `- Current Index: ${index}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** By the names that the rules use, so that they can be looked up again as they are. */
function factsOf({ criteria }: ShowSource, lookUp: LookUp): Context {
  return Object.fromEntries(
    variablesInCriteria(criteria).flatMap((name) => {
      const value = lookUp(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
