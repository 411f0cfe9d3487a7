/** Gives what humans answered to the work items of a run. */
import { OperationError, type Principal, type RunView } from '../../../operations/index.ts';
import { type FormQuestion, formQuestionsOf, readAnswer } from './ask-human.ts';
import type { PerformAs } from './call-context.ts';

export interface AnsweredItems {
  /** What was wrong with answers that did not fit, by work item. */
  readonly problems: ReadonlyMap<string, OperationError>;
  /** Work items that the human did not want to answer. */
  readonly declined: ReadonlySet<string>;
}

/** @param responses by the id of the work item; those to what is not asked, or not any longer, are ignored */
export async function answerItems(
  performAs: PerformAs,
  principal: Principal,
  run: RunView,
  responses: Readonly<Record<string, unknown>>,
): Promise<AnsweredItems> {
  const problems = new Map<string, OperationError>();
  const declined = new Set<string>();
  for (const item of formQuestionsOf(run, principal)) {
    if (!Object.hasOwn(responses, item.item)) continue;
    const outcome = await answerItem(performAs, principal, item, responses[item.item]);
    if (outcome === 'declined') declined.add(item.item);
    else if (outcome !== 'taken') problems.set(item.item, outcome);
  }
  return { problems, declined };
}

/** Taken, too, where somebody else has answered meanwhile: nothing is left to answer. */
export async function answerItem(
  performAs: PerformAs,
  principal: Principal,
  item: FormQuestion,
  response: unknown,
): Promise<'taken' | 'declined' | OperationError> {
  const answer = readAnswer(item, response);
  if (answer === undefined || answer.kind === 'declined') return 'declined';
  const { output, texts } = answer;
  // Whoever answers a form is a person, whatever brought the form to them; but behind a service there is nobody.
  const person: Principal = principal.kind === 'service' ? principal : { ...principal, kind: 'person' };
  try {
    await performAs(person, 'items.complete', { item: item.item, output, texts });
    return 'taken';
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { category } = error.details;
    if (category === 'validation') return error;
    if (category === 'conflict' || category === 'not_found') return 'taken';
    throw error;
  }
}
