/** Creates a value that a JSON Schema allows and validates it; `undefined` if none is found. */
import type { Json } from '../../../expression/index.ts';
import type { Effort } from '../../../kernel/index.ts';
import { compileSchema } from './compile-schema.ts';
import { createEffort } from './effort.ts';
import { sampleOfSchema } from './sample-of-schema.ts';

export function validExampleOfSchema(schema: unknown, effort: Effort = createEffort()): Json | undefined {
  const compiled = compileSchema(schema);
  if (compiled.kind === 'problem') return undefined;
  const sample = sampleOfSchema(compiled.schema, compiled.targets);
  if (sample === undefined) return undefined;
  const answer = compiled.check(sample, effort);
  return answer.kind === 'faults' && answer.faults.length === 0 ? sample : undefined;
}
