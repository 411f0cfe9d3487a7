/**
 * Collects all error codes and what each interface reports for them [W3.1]. To add a code, add it to the file of its
 * category and add its page to docs/errors.
 */
import type { LanguageError } from '../../languages/index.ts';
import { languages } from '../language-lists/languages.ts';
import { conflictErrors } from './conflict-errors.ts';
import { factsOf, inCategory } from './error-categories.ts';
import type { ErrorFacts } from './error-entry.ts';
import { executionErrors, internalErrors } from './execution-errors.ts';
import { inputErrors } from './input-errors.ts';
import { limitErrors } from './limit-errors.ts';
import { notFoundErrors } from './not-found-errors.ts';
import { permissionErrors } from './permission-errors.ts';
import { requestErrors } from './request-errors.ts';
import { unavailableErrors } from './unavailable-errors.ts';

const own = {
  ...inCategory('validation', inputErrors),
  ...inCategory('validation', requestErrors),
  ...inCategory('not_found', notFoundErrors),
  ...inCategory('conflict', conflictErrors),
  ...inCategory('permission', permissionErrors),
  ...inCategory('execution', executionErrors),
  ...inCategory('limit', limitErrors),
  ...inCategory('unavailable', unavailableErrors),
  ...inCategory('internal', internalErrors),
};

export type ErrorCode = keyof typeof own;

const ofLanguages = languages.flatMap(({ errors = {} }) =>
  Object.entries(errors).map(([code, entry]): [string, ErrorFacts] => [code, languageFacts(code, entry)]),
);

function languageFacts(code: string, { category, ...entry }: LanguageError): ErrorFacts {
  return factsOf(category, code, entry);
}

/** With the codes of the languages, which no other code of this program names. */
export const errorTable: Readonly<Record<ErrorCode, ErrorFacts>> = {
  ...own,
  ...Object.fromEntries(ofLanguages),
};

export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[];

const byAnyName: ReadonlyMap<string, ErrorCode> = new Map(
  errorCodes.flatMap((code) => [
    [code, code],
    [errorTable[code].spelled, code],
  ]),
);

/** @param name the code, or the spelling of a design, which answers use */
export const findErrorCode = (name: string): ErrorCode | undefined => byAnyName.get(name);

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorTable, text);
