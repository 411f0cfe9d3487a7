/** Guides: steps that an agent or a person does one after the other. Each output is checked. */
import type { Language } from '../language.ts';
import { guideEvaluators } from './net/evaluators.ts';
import { recognisesGuide } from './parse/recognises-guide.ts';
import { languageId, readGuide } from './read-guide.ts';
import { guideReference, guideSchema } from './reference.ts';

export const guideLanguage: Language = {
  id: languageId,
  recognises: recognisesGuide,
  read: readGuide,
  evaluators: guideEvaluators,
  schema: guideSchema,
  reference: guideReference,
};
