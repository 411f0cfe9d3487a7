/** Validates an input against its schema before anything happens, and reports all violations (O4.1). */
import type { z } from 'zod';
import { phrase, refuseInput } from '../../languages/index.ts';
import { droppedNames } from './dropped-names.ts';
import { OperationError, type OperationViolation, refusedByLanguage } from './operation-error.ts';
import { tooManyFields } from './too-many-fields.ts';
import { isTooDeep, violationsOfInput } from './violations-of-input.ts';

/** @param name of the operation. Throws OperationError. */
export function checkInput<Input>(name: string, schema: z.ZodType<Input>, input: unknown): Input {
  const crowded = tooManyFields(schema, input);
  if (crowded.length > 0) throw inputMismatch(name, crowded);
  if (isTooDeep(input)) {
    throw new OperationError({
      code: 'invalid_input',
      message: phrase`The input of ${{ operation: name }} is nested too deeply.`,
      suggestedAction: 'Send less deeply nested data.',
      context: { operation: name },
    });
  }
  const parsed = schema.safeParse(input);
  const dropped = droppedNames(input);
  if (parsed.success && dropped.length === 0) return parsed.data;
  throw inputMismatch(name, [...violationsOfInput(schema, input, parsed.error?.issues ?? []), ...dropped]);
}

/** @param name of the operation */
export function inputMismatch(name: string, violations: readonly OperationViolation[]): OperationError {
  return refusedByLanguage(refuseInput(name, violations));
}
