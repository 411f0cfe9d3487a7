/** Guides: steps that an agent or a person does one after the other. Each output is checked. */
import type { Language } from '../language.ts';
import { checkGuideText } from './check-guide-text.ts';
import { errors } from './errors.ts';
import { instructions } from './instructions.ts';
import { itemFacet } from './items/item-facet.ts';
import { guideEvaluators } from './net/evaluators.ts';
import { recognisesGuide } from './parse/recognises-guide.ts';
import { languageId, readGuide } from './read-guide.ts';
import { guideReference, guideSchema } from './reference.ts';
import { runFacet } from './runs/run-facet.ts';
import { workflowFacet } from './workflow-facet.ts';

export const guideLanguage: Language = {
  id: languageId,
  looksLike: 'a guide with “id” and “steps”',
  recognises: recognisesGuide,
  read: readGuide,
  evaluators: guideEvaluators,
  items: itemFacet,
  runs: runFacet,
  workflows: workflowFacet,
  computes: { 'guides.check': checkGuideText },
  errors,
  instructions,
  schema: guideSchema,
  reference: guideReference,
};
