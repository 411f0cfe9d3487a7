/** Describes a parameter of a workflow. Fields without a value are absent. */
import { z } from 'zod';
import { flag, json, namedObject, text } from '../../languages/output-fields.ts';
import type { ParameterReport } from '../documents/read-definition.ts';

export const parameterSchema = namedObject('Parameter', 'A parameter of a workflow.', {
  name: text(),
  type: text('As its author wrote it: str, int, date.'),
  required: flag('Whether it is required, unless it has a default.'),
  description: text(),
  default: z.exactOptional(json('Default value.')),
  example: z.exactOptional(json('Example value.')),
});

type ParameterView = z.infer<typeof parameterSchema>;

export function parameterView({ default: defaultValue, example, ...rest }: ParameterReport): ParameterView {
  return {
    ...rest,
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    ...(example === undefined ? {} : { example }),
  };
}
