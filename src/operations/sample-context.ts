/**
 * Generates sample lists and numbers for context variables that the loops of a guide need, so that it can be
 * simulated.
 */
import type { Json } from '../expression/index.ts';
import type { Workflow } from '../languages/index.ts';
import { isVariables } from './guides/variables-in.ts';

type Values = { readonly [name: string]: Json };

interface SampledParameters {
  readonly values: Values;
  /** Names of the generated variables. */
  readonly sampled: readonly string[];
}

export function withSampleContext({ guide, parameters }: Workflow, values: Values): SampledParameters {
  const example = parameters.find(({ name }) => name === 'context')?.example;
  const given = values['context'] ?? {};
  if (guide === undefined || !isVariables(example) || !isVariables(given)) return { values, sampled: [] };
  const sampled = Object.keys(example).filter((name) => !Object.hasOwn(given, name));
  return sampled.length === 0
    ? { values, sampled }
    : { values: { ...values, context: { ...example, ...given } }, sampled };
}
