/** Lists and numbers that the loops of a guide need and nobody gave: they are made up, so that it can be played. */
import type { Json } from '../expression/index.ts';
import type { Workflow } from '../languages/index.ts';

type Values = { readonly [name: string]: Json };

interface PlayedParameters {
  readonly values: Values;
  /** Names of what was made up. */
  readonly madeUp: readonly string[];
}

export function withMadeUpContext({ guide, parameters }: Workflow, values: Values): PlayedParameters {
  const example = parameters.find(({ name }) => name === 'context')?.example;
  const given = values['context'] ?? {};
  if (guide === undefined || !isRecord(example) || !isRecord(given)) return { values, madeUp: [] };
  const madeUp = Object.keys(example).filter((name) => !Object.hasOwn(given, name));
  return madeUp.length === 0
    ? { values, madeUp }
    : { values: { ...values, context: { ...example, ...given } }, madeUp };
}

const isRecord = (value: Json | undefined): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
