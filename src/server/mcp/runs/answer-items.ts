/** Completes the work items of a run with the answers of users. */
import { OperationError, type Principal, type RunView } from '../../../operations/index.ts';
import { type FormQuestion, formQuestionsOf, readAnswer } from './ask-human.ts';
import type { PerformAs } from './call-context.ts';

export interface AnsweredItems {
  /** Errors of invalid answers, by work item. */
  readonly problems: ReadonlyMap<string, OperationError>;
  /** Work items that the user declined to answer. */
  readonly declined: ReadonlySet<string>;
}

/** @param responses by work item id; responses to items that are not open are ignored */
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

/** `taken` also if the item was answered elsewhere in the meantime: nothing is left to answer. */
export async function answerItem(
  performAs: PerformAs,
  principal: Principal,
  item: FormQuestion,
  response: unknown,
): Promise<'taken' | 'declined' | OperationError> {
  const answer = readAnswer(item, response);
  if (answer === undefined || answer.kind === 'declined') return 'declined';
  const { output, texts } = answer;
  // A form is answered by a person, even if the caller is an agent; but a service has no user.
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
