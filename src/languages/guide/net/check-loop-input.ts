/** Checks the variable that a loop needs from the context before it is entered. */
import type { Json } from '../../../expression/index.ts';
import type { LookUp } from '../model/guide-context.ts';
import type { LoopInput } from './guide-source.ts';

export interface LoopInputProblem {
  readonly loop: string;
  readonly variable: string;
  /** The requirement without the actual value: the beginning of the loop's message. */
  readonly claim: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

const maxPasses = 1_000;

/** Null if the loop has what it needs. */
export function checkLoopInput(
  { loop, variable, kind, within }: LoopInput,
  lookUp: LookUp,
): LoopInputProblem | null {
  const value = lookUp(variable);
  const fits = kind === 'list' ? Array.isArray(value) : isCount(value);
  if (fits) return null;
  const expected = kind === 'list' ? 'a list' : `a whole number from 0 to ${maxPasses}`;
  const actual = describeValue(value);
  const does = kind === 'list' ? 'iterates over' : 'takes its number of passes from';
  const [owner, remedy] =
    within === null
      ? ['the context', `Set “${variable}” in the context.`]
      : [`the loop “${within}”`, `Correct the list that “${within}” iterates over.`];
  const claim = `The loop “${loop}” ${does} “${variable}” of ${owner}, which must be ${expected}`;
  return { loop, variable, claim, message: `${claim}, but is ${actual}. ${remedy}`, expected, actual };
}

const isCount = (value: Json | undefined): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxPasses;

function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'not set';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
