/** The questions of a run as work items: typed answers are read, and validated by the rules of the question. */
import type { Json } from '../../kernel/index.ts';
import type { AnsweredItem, FittedAnswer, GivenAnswer, ItemFacet } from '../facets.ts';
import { progressVariable } from './evaluator.ts';
import type { Question } from './flow.ts';
import { type Progress, problemAt, problemOf } from './progress.ts';
import { keywordsOf, questionOf } from './question-item.ts';
import { answerRefused } from './refusals.ts';
import { readGivenAnswer } from './validate-answer.ts';

const answerAgain = 'Correct the answer as the message says, and answer again: the work item is still open.';

export const itemFacet: ItemFacet = {
  answerKeywords: (item, input) => ({ value: keywordsOf(questionOf(item), input) }),
  async fitAnswer(item, given): Promise<FittedAnswer> {
    const question = questionOf(item.item);
    const answer = readGivenAnswer(question, answerOf(given));
    const problem = await problemOfItem(item, question, answer);
    return problem === null
      ? { kind: 'fitted', value: { value: answer } }
      : {
          kind: 'refused',
          report: { ...answerRefused(question, problem, { item: item.id }), suggestedAction: answerAgain },
        };
  },
  checkAnswer(item, _input, answer, variables, effort) {
    const question = questionOf(item);
    const progress = Object(variables)[progressVariable] as Progress;
    const given = (Object(answer) as { readonly value?: Json }).value ?? null;
    return problemOf(progress, question, given, { at: 0, effort })?.message ?? null;
  },
};

/** The field of a form, `{ value }`, or the answer itself. */
function answerOf({ output, texts = {} }: GivenAnswer): Json {
  return texts['value'] ?? output ?? null;
}

async function problemOfItem(item: AnsweredItem, question: Question, answer: Json) {
  const variables = await item.variables([progressVariable]);
  // The program of this language set it.
  const progress = variables[progressVariable] as unknown as Progress;
  return problemAt(progress, question, answer, Date.now());
}
