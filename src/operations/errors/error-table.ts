/**
 * Collects all error codes and what each interface reports for them [W3.1]. To add a code, add it to the file of its
 * category and add its page to docs/errors.
 */
import { conflictErrors } from './conflict-errors.ts';
import { inCategory } from './error-categories.ts';
import { executionErrors, internalErrors } from './execution-errors.ts';
import { inputErrors } from './input-errors.ts';
import { limitErrors } from './limit-errors.ts';
import { notFoundErrors } from './not-found-errors.ts';
import { permissionErrors } from './permission-errors.ts';
import { requestErrors } from './request-errors.ts';
import { unavailableErrors } from './unavailable-errors.ts';

export const errorTable = {
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

export type ErrorCode = keyof typeof errorTable;

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
