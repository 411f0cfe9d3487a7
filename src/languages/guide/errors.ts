/** Error codes of guides. Each has a page in docs/errors. */

import type { LanguageError } from '../facets.ts';
import { phrase } from '../phrase.ts';

export const errors: Readonly<Record<string, LanguageError>> = {
  step_not_found: {
    category: 'not_found',
    meaning: 'The guide has no step with this id.',
    action: phrase`Use the id of a step as ${{ operation: 'guides.next' }} returned it.`,
    number: -32_003,
  },
  invalid_criteria: {
    category: 'validation',
    meaning: 'The output criteria of a guide step cannot be used: one of its rules is invalid.',
    action: 'Correct what “violations” lists in the document of the guide.',
  },
  context_too_large: {
    category: 'validation',
    meaning: 'The context of a guide exceeds the size limit.',
    action: 'Send only the variables that conditions, loops and texts of the guide use.',
    status: 413,
    number: -32_602,
  },
  guide_blocked: {
    category: 'conflict',
    meaning:
      'The guide has reached a loop whose list or number is missing in the context, so the next step is unknown.',
    action: 'Send what “violations” lists as part of “context”.',
  },
  token_outdated: {
    category: 'conflict',
    meaning: 'The token is a position in a guide that was changed since the token was issued.',
    action: 'Send “completedSteps” instead: the ids of the completed steps.',
  },
  token_refused: {
    category: 'permission',
    meaning:
      'The token of a position in a guide is invalid: it was changed, or belongs to another guide or tenant.',
    action: phrase`Send the token exactly as ${{ operation: 'guides.next' }} returned it, or “completedSteps” instead.`,
    short: 'token_refused',
  },
};
