/** Answers that are known in advance: each belongs to a question, and no secret is among them [Q12.1]. */
import { findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { type RefusalReport, refuseInput } from '../refusal.ts';
import { answersParameter } from './evaluator.ts';
import type { Question } from './flow.ts';
import { answerRefused } from './refusals.ts';
import { problemOfValue, readGivenAnswer } from './validate-answer.ts';

/**
 * Null if they can be kept until their questions are asked.
 * @param rules that each must fulfil already; the others can depend on answers that are not known yet
 * @param context what the error names beside the question
 */
export function checkKnownAnswers(
  operation: string,
  questions: readonly Question[],
  answers: { readonly [question: string]: Json },
  rules: readonly ('secret' | 'type')[],
  context: { readonly [name: string]: string } = {},
): RefusalReport | null {
  const ids = questions.map(({ id }) => id);
  const unknown = Object.keys(answers).flatMap((id) => (ids.includes(id) ? [] : [unknownQuestion(id, ids)]));
  if (unknown.length > 0) return refuseInput(operation, unknown);
  for (const [id, given] of Object.entries(answers)) {
    const question = questions.find((each) => each.id === id);
    if (question === undefined) continue;
    const problem = problemOfValue(question, readGivenAnswer(question, given), null);
    if (problem !== null && rules.some((rule) => rule === problem.rule))
      return answerRefused(question, problem, context);
  }
  return null;
}

function unknownQuestion(id: string, questions: readonly string[]) {
  const nearest = findNearest(id, questions);
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  const message = `The flow has no question “${id}”.${hint}`;
  const expected = nearest ?? 'the id of a question';
  return { path: `${answersParameter}.${id}`, rule: 'unknown-question', message, expected, actual: id };
}
