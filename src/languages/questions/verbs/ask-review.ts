/** Shows all answers and what will be done, and asks whether to do it. */
import { yesOrNo } from '../../../cli/arguments/yes-or-no.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { type Column, drawTable } from '../../../cli/print/draw-table.ts';
import { createStyles } from '../../../cli/print/styles.ts';
import type { SessionAnswer } from '../session/session-fields.ts';
import type { AskContext } from './ask-context.ts';
import { type LeavingCommand, readTyped } from './ask-question.ts';
import { sayProblem } from './say.ts';

type ReviewOutcome = LeavingCommand | { readonly kind: 'perform' };

const columns: readonly Column[] = [{ head: '' }, { head: 'question', cuts: true }, { head: 'answer' }];

export async function askReview(context: AskContext, shown: SessionAnswer): Promise<ReviewOutcome> {
  const { feedback_history: answers, deferred_operations: operations } = shown;
  showAnswers(context, shown);
  const prompt = `${operations.length === 0 ? 'Is this right' : 'Perform'} (yes, no, or the number of an answer to change)? `;
  for (;;) {
    const typed = await readTyped(context, null, () => context.prompter.ask(prompt));
    if (typeof typed !== 'string') return typed;
    if (yesOrNo(typed) === true) return { kind: 'perform' };
    if (yesOrNo(typed) === false) return { kind: 'quit' };
    const answer = answers.find((each) => typed.trim() === numberOf(each));
    if (answer === undefined) sayProblem(context, 'Type yes, no, or a number of the list.');
    else if (isChangeable(answer, answers)) return { kind: 'back', question: answer.question_id };
    else sayProblem(context, whyNot(answer, answers));
  }
}

type GivenAnswer = SessionAnswer['feedback_history'][number];

const numberOf = ({ feedback_id: id }: GivenAnswer): string => `${id + 1}`;

/** A question in a loop has several answers; the session returns to the last one. */
const lastTo = ({ question_id: id }: GivenAnswer, answers: readonly GivenAnswer[]) =>
  answers.findLast((each) => each.question_id === id);

const isChangeable = (answer: GivenAnswer, answers: readonly GivenAnswer[]): boolean =>
  !answer.is_automatic && lastTo(answer, answers) === answer;

function whyNot(answer: GivenAnswer, answers: readonly GivenAnswer[]): string {
  const last = lastTo(answer, answers);
  if (answer.is_automatic || last === undefined) return 'It is computed from the others.';
  const advice = isChangeable(last, answers) ? ` Type ${numberOf(last)}.` : '';
  return `Only the last answer to this question can be changed.${advice}`;
}

/** The answers so far, and the operations that they lead to. */
export function showAnswers({ host }: AskContext, shown: SessionAnswer): void {
  const { terminal } = host;
  const { strong } = createStyles(terminal.colour);
  const { feedback_history: answers, deferred_operations: operations } = shown;
  const screen = { isTerminal: true, columns: terminal.size().columns };
  const rows = answers.map((answer) => {
    const { prompt, question_id: question } = answer;
    const number = isChangeable(answer, answers) ? numberOf(answer) : '';
    return [number, oneLine(prompt === '' ? question : prompt), answerText(answer)];
  });
  terminal.write(`\n${rows.length === 0 ? 'No question is answered.\n' : drawTable(screen, columns, rows)}`);
  if (operations.length === 0) return;
  const steps = operations.map(({ operation_id: id }, at) => `  ${at + 1}. ${oneLine(id)}\n`);
  terminal.write(`${strong('What is done, in this order:')}\n${steps.join('')}`);
}

/** Of one line. */
export function answerText({
  value,
  is_automatic: isAutomatic,
}: Pick<GivenAnswer, 'value' | 'is_automatic'>): string {
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : oneLine(String(value));
  return isAutomatic ? `${text} (computed)` : text;
}
