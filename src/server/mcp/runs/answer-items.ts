/** Gives what humans answered to the work items of a run. */
import { OperationError, type Principal, type RunView } from '../../../operations/index.ts';
import { questionsOf, readAnswer } from './ask-human.ts';
import type { PerformAs, Problems } from './journey.ts';

export interface Answered {
  /** Answers that did not fit, by work item. */
  readonly problems: Problems;
  /** Work items that the human did not want to answer. */
  readonly declined: ReadonlySet<string>;
}

/**
 * @param responses by the id of the work item; others are ignored, and so is what somebody else has answered meanwhile
 */
export async function answerItems(
  performAs: PerformAs,
  principal: Principal,
  run: RunView,
  responses: Readonly<Record<string, unknown>>,
): Promise<Answered> {
  const problems = new Map<string, OperationError>();
  const declined = new Set<string>();
  // Whoever answers a form is a person, whatever brought the form to them.
  const person: Principal = { ...principal, kind: 'person' };
  for (const item of questionsOf(run, principal)) {
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
