/** Work items of guides: steps, which the agent does, and confirmations by a person [U8.1, U8.2, U8.3]. */

import type { Json } from '../../../kernel/index.ts';
import type { GivenAnswer, ItemFacet, ItemPresentation, PersonNeeded } from '../../facets.ts';
import { partOf } from '../../part-of.ts';
import { phrase } from '../../phrase.ts';
import { contextVariable } from '../net/guide-names.ts';
import { explainBlocked } from '../runs/explain-blocked.ts';
import { contextOf } from '../runs/guide-values.ts';
import { fitStepAnswer } from './fit-step-answer.ts';
import { judgeAnswer } from './judge-answer.ts';
import { producedOf } from './produced-of.ts';
import { type StepOfGuide, stepItemOf } from './step-item.ts';

const isStep = (item: Json): boolean => partOf(item, 'kind') === 'step';

export const itemFacet: ItemFacet = {
  present: (view) => presentStep(view.item, view),
  messageDetails: (item, input) => (isStep(item) ? '' : producedOf(input)),
  isStep,
  needsPerson: personNeeded,
  fitAnswer: (item, given, fitExpected) =>
    isStep(item.item)
      ? fitStepAnswer(item, given)
      : { kind: 'fitted', value: fitExpected(asConfirmation(given)) },
  async explainRejection(item, value, message) {
    const context = { ...contextOf(await item.variables([contextVariable])), ...contextOf(value) };
    const { step } = stepItemOf(item.item);
    return explainBlocked(await item.program(), context, message, {
      code: 'answer_refused',
      about: { item: item.id, step },
      path: 'output.context',
    });
  },
  checkAnswer: (item, input, answer, variables, effort) =>
    isStep(item) ? judgeAnswer(item, input, answer, variables, effort) : null,
};

/** A plain yes or no need not be wrapped in an object. */
const asConfirmation = ({ output, ...given }: GivenAnswer): GivenAnswer => ({
  ...given,
  output: typeof output === 'boolean' ? { confirmed: output } : output,
});

/** No one confirms their own work, and no agent confirms for a person or skips a step. */
function personNeeded(item: Json, action: 'answer' | 'skip'): PersonNeeded | null {
  const { kind, step } = stepItemOf(item);
  const context = { step };
  if (kind === 'confirmation') {
    return { sentence: `asks for a confirmation of the step “${step}”. Only a person can give it.`, context };
  }
  if (action === 'answer') return null;
  return {
    sentence: `is the step “${step}” of a guide. Only a person can skip it.`,
    suggestedAction: phrase`Do the step and answer it with ${{ operation: 'items.complete' }}, or ask the user to skip it.`,
    context,
  };
}

interface ViewOfStep {
  readonly run?: string;
  readonly mayAnswer?: boolean;
  readonly personMayAnswer?: boolean;
  readonly guide?: StepOfGuide;
}

function presentStep(
  item: string,
  { run, mayAnswer, personMayAnswer, guide }: ViewOfStep,
): ItemPresentation | undefined {
  if (guide === undefined) return undefined;
  const isOfAgent = guide.kind === 'step';
  return {
    isStep: isOfAgent,
    ...(isOfAgent ? { title: guide.title } : {}),
    ...(run === undefined ? {} : { command: `guide --run ${run}` }),
    next(whereToAnswer) {
      if (mayAnswer === true) return isOfAgent ? nextOfStep(item, guide) : undefined;
      if (personMayAnswer !== true) return undefined;
      return `A person must confirm the step “${inShort(guide.title)}”, you cannot: tell the user, who confirms ${whereToAnswer} Then call cases_status.`;
    },
  };
}

/** The full instructions are in another field. */
function nextOfStep(item: string, { title, validationCriteria, unset, askForFiles }: StepOfGuide): string {
  const quoted = validationCriteria.slice(0, 10).map((each) => `“${inShort(each)}”`);
  const held =
    validationCriteria.length === 0 ? '' : ` The output is validated against: ${quoted.join(', ')}.`;
  const lacks = unset.length === 0 ? '' : ` Not set in the context: ${unset.slice(0, 10).join(', ')}.`;
  const files = askForFiles ? 'Ask the user for the files concerned. ' : '';
  return `${files}Do the step “${inShort(title)}” as its message says, then call workitems_complete {"workitem_id": "${item}", "output_data": {"output": …, "context": {…}}}: “output” is what you produced, “context” sets variables for what follows.${held}${lacks}`;
}

/** On one line. */
function inShort(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 500 ? line : `${line.slice(0, 500).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
