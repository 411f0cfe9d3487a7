/** A parameter of a workflow as callers see it: what it has no default or example for is not there. */
import { z } from 'zod';
import { flag, json, namedObject, text } from '../contract/output-fields.ts';
import type { ParameterReport } from '../read-definition.ts';

export const parameterSchema = namedObject('Parameter', 'A parameter of a workflow.', {
  name: text(),
  type: text('As its author wrote it: str, int, date.'),
  required: flag('Whether it must be given, where it has no default.'),
  description: text(),
  default: z.exactOptional(json('What it is where nothing is given.')),
  example: z.exactOptional(json('A value that it could have.')),
});

type ParameterView = z.infer<typeof parameterSchema>;

export function parameterView({ default: defaultValue, example, ...rest }: ParameterReport): ParameterView {
  return {
    ...rest,
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    ...(example === undefined ? {} : { example }),
  };
}
