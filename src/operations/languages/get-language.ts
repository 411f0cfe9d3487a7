/** Finds registered languages. */
import { findNearest } from '../../expression/index.ts';
import type { Language } from '../../languages/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { registeredLanguages } from '../language-lists/languages.ts';
import { summaryOf } from './describe-language.ts';

export const listLanguages = () => registeredLanguages().map(summaryOf);

/** Throws OperationError with the known ids. */
export function getLanguage(id: string): Language {
  const languages = registeredLanguages();
  const found = languages.find((language) => language.id === id);
  if (found !== undefined) return found;
  const ids = languages.map((language) => language.id);
  const nearest = findNearest(id, ids);
  const meant = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  throw new OperationError({
    code: 'language_not_found',
    message: `The language “${id}” does not exist.${meant} The languages are ${ids.join(', ')}.`,
    context: { language: id },
  });
}
