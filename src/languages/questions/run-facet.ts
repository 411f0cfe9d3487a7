/** Runs of question flows: no secret is among the answers that they start with, because they are stored [Q12.1]. */
import type { Json } from '../../kernel/index.ts';
import type { RunFacet } from '../facets.ts';
import { maxVisits } from './compile-flow.ts';
import { answersParameter } from './evaluator.ts';
import { checkKnownAnswers } from './known-answers.ts';
import { questionOf } from './question-item.ts';

export const runFacet: RunFacet = {
  maxVisits,
  checkInputs(inputs, workflow, { nets }) {
    const answers = Object(inputs[answersParameter]) as { readonly [question: string]: Json };
    const questions = nets
      .flatMap(({ tasks }) => tasks)
      .flatMap(({ work }) => (work?.kind === 'offer' ? [questionOf(work.item)] : []));
    // Another answer is asked for again if it is not valid.
    return checkKnownAnswers('runs.start', questions, answers, ['secret'], { workflow });
  },
};
