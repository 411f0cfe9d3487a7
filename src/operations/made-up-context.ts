/** Lists and numbers that the loops of a guide need and nobody gave: they are made up, so that it can be played. */
import type { Json } from '../expression/index.ts';
import type { Workflow } from '../languages/index.ts';
import { isVariables } from './guides/variables-in.ts';

type Values = { readonly [name: string]: Json };

interface PlayedParameters {
  readonly values: Values;
  /** Names of what was made up. */
  readonly madeUp: readonly string[];
}

export function withMadeUpContext({ guide, parameters }: Workflow, values: Values): PlayedParameters {
  const example = parameters.find(({ name }) => name === 'context')?.example;
  const given = values['context'] ?? {};
  if (guide === undefined || !isVariables(example) || !isVariables(given)) return { values, madeUp: [] };
  const madeUp = Object.keys(example).filter((name) => !Object.hasOwn(given, name));
  return madeUp.length === 0
    ? { values, madeUp }
    : { values: { ...values, context: { ...example, ...given } }, madeUp };
}
