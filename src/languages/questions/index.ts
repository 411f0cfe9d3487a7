/** Question flows: questionnaires whose answers decide what is asked next, and what is done at the end. */
import type { Language } from '../language.ts';
import { combineAdapters } from './combine-adapters.ts';
import { errors } from './errors.ts';
import { evaluators } from './evaluators.ts';
import { instructions } from './instructions.ts';
import { itemFacet } from './item-facet.ts';
import { languageId } from './question-item.ts';
import { readQuestions } from './read-questions.ts';
import { recognisesQuestions } from './recognises-questions.ts';
import { questionsReference, questionsSchema } from './reference.ts';
import { runFacet } from './run-facet.ts';

export const questionsLanguage: Language = {
  id: languageId,
  looksLike: 'a question flow with “workflow_id” and “states”, or an adapter with “adapter” and “inputs”',
  recognises: recognisesQuestions,
  read: readQuestions,
  evaluators,
  items: itemFacet,
  runs: runFacet,
  errors,
  computes: { 'questions.combine': combineAdapters },
  instructions,
  schema: questionsSchema,
  reference: questionsReference,
};
