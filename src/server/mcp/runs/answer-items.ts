/** Gives what humans answered to the work items of a run. */
import { type ItemList, type ItemView, OperationError, type Principal } from '../../../operations/index.ts';
import { isForHumans, readAnswer } from './ask-human.ts';
import type { PerformAs, Problems } from './journey.ts';

export interface Answered {
  /** Answers that did not fit, by work item. */
  readonly problems: Problems;
  /** Work items that the human did not want to answer. */
  readonly declined: ReadonlySet<string>;
}

/** Open questions of a run that whoever asks may answer. */
export async function openQuestions(
  performAs: PerformAs,
  principal: Principal,
  run: string,
): Promise<readonly ItemView[]> {
  const { items } = (await performAs(principal, 'items.list', {
    run,
    limit: mostQuestions,
  })) as unknown as ItemList;
  return items.filter(
    (item) => isForHumans(item) && !item.paused && (item.holder === '' || item.holder === principal.subject),
  );
}

/** Forms at once: nobody fills in more. */
const mostQuestions = 20;

/**
 * @param responses by the id of the work item; others are ignored, and so is what somebody else has answered meanwhile
 */
export async function answerItems(
  performAs: PerformAs,
  principal: Principal,
  run: string,
  responses: Readonly<Record<string, unknown>>,
): Promise<Answered> {
  const problems = new Map<string, OperationError>();
  const declined = new Set<string>();
  // Whoever answers a form is a person, whatever brought the form to them.
  const person: Principal = { ...principal, kind: 'person' };
  for (const item of await openQuestions(performAs, principal, run)) {
    const answer = Object.hasOwn(responses, item.item) ? readAnswer(item, responses[item.item]) : undefined;
    if (answer === undefined) continue;
    if (answer.kind === 'declined') {
      declined.add(item.item);
      continue;
    }
    const { output, texts } = answer;
    try {
      await performAs(person, 'items.complete', { item: item.item, output, texts });
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      if (error.details.category === 'validation') problems.set(item.item, error);
      else if (error.details.category !== 'conflict' && error.details.category !== 'not_found') throw error;
    }
  }
  return { problems, declined };
}
