/** Validates the answer to a work item of any language and returns it as the run receives it. */
import type { Json } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { fitStepAnswer } from '../guides/fit-step-answer.ts';
import { stepItemOf } from '../guides/step-item.ts';
import { fitAnswer, type GivenAnswer } from './fit-answer.ts';

/** Throws if it is not valid. */
export async function fitGiven(services: Services, item: WorkItem, given: GivenAnswer): Promise<Json> {
  const step = stepItemOf(item);
  if (step === null) return fitAnswer(item, given);
  return step.kind === 'confirmation'
    ? fitAnswer(item, asConfirmation(given))
    : fitStepAnswer(services, item, step, given);
}

/** A plain yes or no need not be wrapped in an object. */
const asConfirmation = ({ output, ...given }: GivenAnswer): GivenAnswer => ({
  ...given,
  output: typeof output === 'boolean' ? { confirmed: output } : output,
});
