/** Predicts whether a session continues with a changed flow, from the two documents alone. */
import {
  type FlowDocument,
  type QuestionDocument,
  questionsOf,
  statesOf,
  variablesOf,
} from './flow-document.ts';
import type { ReferenceChanges } from './reference-changes.ts';
import { NoValue } from './reference-expression.ts';

export interface Continuation {
  /** In the changed flow. */
  readonly session: ReferenceChanges;
  /** The client has seen the question that is open now. */
  readonly isOpenSame: boolean;
}

/** Null: something that was answered, or the way there, is another. */
export function predictContinuation(before: ReferenceChanges, changed: FlowDocument): Continuation | null {
  const session = continueIn(before, changed);
  if (session === null) return null;
  const [old, now] = [before.reference, session.reference];
  const isSame = (id: string): boolean => meaningOf(before.flow, id) === meaningOf(changed, id);
  const isWaySame = old.history.every(({ question, value, automatic }, at) => {
    const other = now.history[at];
    const isAlike = other?.question === question && other.value === value && other.automatic === automatic;
    return isAlike && isSame(question);
  });
  if (!isWaySame) return null;
  const open = old.current?.id;
  session.pending = session.pending.filter(({ question, value }) => {
    const variables = variablesIn(changed, question);
    return variables.length === 0 || variables.some((name) => value === `$${name}`);
  });
  return { session, isOpenSame: open === now.current?.id && (open === undefined || isSame(open)) };
}

function continueIn(before: ReferenceChanges, changed: FlowDocument): ReferenceChanges | null {
  try {
    return before.continueIn(changed);
  } catch (error) {
    // A call for choices on the way has no arguments any more.
    if (error instanceof NoValue) return null;
    throw error;
  }
}

function variablesIn(flow: FlowDocument, id: string): readonly string[] {
  const question = questionsOf(flow).find((each) => each.id === id);
  return question === undefined ? [] : variablesOf(flow, question);
}

/** All of a state that is not a text for people, and does not lead on. */
function meaningOf(flow: FlowDocument, id: string): string {
  const state = statesOf(flow).find(({ question }) => question.id === id);
  if (state === undefined) return '';
  const { question, workflow = null, workflow_condition: condition = '', operations = [] } = state;
  const meaning = [...rulesOf(question), variablesOf(flow, question), workflow, condition, operations];
  return JSON.stringify(meaning).replaceAll(/ +/g, ' ');
}

const rulesOf = ({ id, type, validation = {}, automatic_answer, choices_from }: QuestionDocument) => {
  const { message: _, ...rules } = validation;
  const sorted = Object.entries(rules).toSorted(([one], [other]) => one.localeCompare(other));
  return [id, type, sorted, automatic_answer, choices_from];
};
