/** Completes the work items of a run with the answers of users. */
import { formKindOf, OperationError, type Principal, type RunView } from '../../../operations/index.ts';
import type { Client } from '../contract/client.ts';
import { type FormQuestion, formQuestionsOf, readAnswer } from './ask-human.ts';
import type { PerformAs } from './call-context.ts';

export interface AnsweredItems {
  /** Errors of invalid answers, by work item. */
  readonly problems: ReadonlyMap<string, OperationError>;
  /** Work items that the user declined to answer, or did not answer. */
  readonly declined: ReadonlySet<string>;
}

/** @param responses by work item id; responses to items that are not open are ignored */
export async function answerItems(
  performAs: PerformAs,
  principal: Principal,
  client: Client,
  run: RunView,
  responses: Readonly<Record<string, unknown>>,
): Promise<AnsweredItems> {
  const problems = new Map<string, OperationError>();
  const declined = new Set<string>();
  for (const item of formQuestionsOf(run, principal)) {
    if (!Object.hasOwn(responses, item.item)) continue;
    const outcome = await answerItem(performAs, principal, client, item, responses[item.item]);
    if (outcome === 'declined') declined.add(item.item);
    else if (outcome !== 'taken') problems.set(item.item, outcome);
  }
  return { problems, declined };
}

/** `taken` also if the item was answered elsewhere in the meantime: nothing is left to answer. */
export async function answerItem(
  performAs: PerformAs,
  principal: Principal,
  client: Client,
  item: FormQuestion,
  response: unknown,
): Promise<'taken' | 'declined' | OperationError> {
  const answer = readAnswer(item, response);
  if (answer.kind === 'dismissed') return 'declined';
  const user: Principal = { ...principal, kind: formKindOf(principal), via: `form of ${client.name}`.trim() };
  try {
    if (answer.kind === 'declined') {
      await performAs(user, 'items.decline', { item: item.item });
      return 'declined';
    }
    const { output, texts } = answer;
    await performAs(user, 'items.complete', { item: item.item, output, texts });
    return 'taken';
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { category } = error.details;
    if (category === 'validation') return error;
    if (category === 'conflict' || category === 'not_found') return 'taken';
    throw error;
  }
}
