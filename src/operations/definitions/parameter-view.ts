/** A parameter of a workflow as callers see it: what it has no default or example for is not there. */
import type { Json } from '../../expression/index.ts';
import type { ParameterReport } from '../read-definition.ts';

export type ParameterView = Omit<ParameterReport, 'default' | 'example'> & {
  readonly default?: Json;
  readonly example?: Json;
};

export function parameterView({ default: usual, example, ...rest }: ParameterReport): ParameterView {
  return {
    ...rest,
    ...(usual === undefined ? {} : { default: usual }),
    ...(example === undefined ? {} : { example }),
  };
}
