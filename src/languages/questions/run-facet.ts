/** Runs of question flows: no secret is among the answers that they start with, because they are stored [Q12.1]. */
import type { Json } from '../../kernel/index.ts';
import type { RunFacet } from '../facets.ts';
import { maxVisits } from './compile-flow.ts';
import { answersParameter } from './evaluator.ts';
import { isSensitive } from './flow.ts';
import { questionOf } from './question-item.ts';
import { answerRefused } from './refusals.ts';
import { problemOfValue } from './validate-answer.ts';

export const runFacet: RunFacet = {
  maxVisits,
  checkInputs(inputs, workflow, { nets }) {
    const answers = Object(inputs[answersParameter]) as { readonly [question: string]: Json };
    for (const { work } of nets.flatMap(({ tasks }) => tasks)) {
      if (work?.kind !== 'offer') continue;
      const question = questionOf(work.item);
      if (!isSensitive(question) || !Object.hasOwn(answers, question.id)) continue;
      const problem = problemOfValue(question, answers[question.id] ?? null, null);
      if (problem !== null) return answerRefused(question, problem, { workflow });
    }
    return null;
  },
};
