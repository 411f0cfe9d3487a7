/**
 * The one table of errors: every code that there is, and what each door says of it [W3.1]. Whoever needs a new one writes
 * it into the file of its category, and its page into docs/errors.
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

/** @param name also as a design spells it, which is how answers tell it */
export const findErrorCode = (name: string): ErrorCode | undefined => byAnyName.get(name);

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorTable, text);
