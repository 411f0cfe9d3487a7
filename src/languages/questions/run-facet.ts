/** Runs of question flows: no secret is among the answers that they start with, because they are stored [Q12.1]. */
import type { Json } from '../../kernel/index.ts';
import type { RunFacet } from '../facets.ts';
import { refuseInput } from '../refusal.ts';
import { maxVisits } from './compile-flow.ts';
import { answersParameter } from './evaluator.ts';
import { isSensitive } from './flow.ts';
import { questionOf } from './question-item.ts';
import { answerRefused, unknownAnswers } from './refusals.ts';
import { problemOfValue } from './validate-answer.ts';

export const runFacet: RunFacet = {
  maxVisits,
  checkInputs(inputs, workflow, { nets }) {
    const answers = Object(inputs[answersParameter]) as { readonly [question: string]: Json };
    const questions = nets
      .flatMap(({ tasks }) => tasks)
      .flatMap(({ work }) => (work?.kind === 'offer' ? [questionOf(work.item)] : []));
    const unknown = unknownAnswers(
      answers,
      questions.map(({ id }) => id),
    );
    if (unknown.length > 0) return refuseInput('runs.start', unknown);
    for (const question of questions) {
      if (!isSensitive(question) || !Object.hasOwn(answers, question.id)) continue;
      const problem = problemOfValue(question, answers[question.id] ?? null, null);
      if (problem !== null) return answerRefused(question, problem, { workflow });
    }
    return null;
  },
};
