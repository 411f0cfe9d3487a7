/** Finds the variable that the next loop lacks, from the refusal of an answer. */

import { readLoosely } from '../../../cli/arguments/read-verdict.ts';
import type { Json } from '../../../expression/index.ts';
import type { ErrorDetails } from '../../../operations/index.ts';
import { plainText } from '../../phrase.ts';

interface MissingVariable {
  readonly variable: string;
  readonly expected: string;
  readonly message: string;
}

/** `undefined` if the answer was refused for another reason. */
export function findMissingVariable({ violations = [] }: ErrorDetails): MissingVariable | undefined {
  const found = violations.find(({ rule }) => rule === 'loop-needs');
  if (found === undefined) return undefined;
  const { path, expected, message } = found;
  const variable = path.replace(/^.*?\bcontext\./, '');
  return { variable, expected: plainText(expected), message: plainText(message) };
}

/** A list may be written without its brackets. */
export function parseVariable(text: string, expected: string): Json {
  const value = readLoosely(text);
  const isList = expected.includes('list');
  return isList && typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value;
}
