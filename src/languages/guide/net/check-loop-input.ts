/** What a loop needs of the context before it can be entered, and what is wrong with what is there. */
import type { Json } from '../../../expression/index.ts';
import type { LookUp } from '../guide-context.ts';
import type { LoopInput } from './guide-source.ts';

export interface LoopInputProblem {
  readonly loop: string;
  readonly variable: string;
  /** What it needs, whatever is there: how its message begins. */
  readonly claim: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

const maxPasses = 1_000;

/** Null where the loop has what it needs. */
export function checkLoopInput(
  { loop, variable, kind, within }: LoopInput,
  lookUp: LookUp,
): LoopInputProblem | null {
  const value = lookUp(variable);
  const fits = kind === 'list' ? Array.isArray(value) : isCount(value);
  if (fits) return null;
  const expected = kind === 'list' ? 'a list' : `a whole number from 0 to ${maxPasses}`;
  const actual = describeValue(value);
  const does = kind === 'list' ? 'goes over' : 'takes its number of passes from';
  const [owner, remedy] =
    within === null
      ? ['the context', `Set “${variable}” in the context.`]
      : [`the loop “${within}”`, `Correct what “${within}” goes over.`];
  const claim = `The loop “${loop}” ${does} “${variable}” of ${owner}, which has to be ${expected}`;
  return { loop, variable, claim, message: `${claim}, but is ${actual}. ${remedy}`, expected, actual };
}

const isCount = (value: Json | undefined): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxPasses;

function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'not there';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
