/** Validates a real result against the output schema of its operation. */
import { z } from 'zod';
import type { Json } from '../../src/kernel/index.ts';
import { registry as allOperations } from '../../src/operations/registry.ts';

/** Throws if a field is missing, unknown, or of another type. */
export function checkOutput(operation: string, result: Json, registry = allOperations): Json {
  const { success, error } = registry.get(operation).output.safeParse(result);
  if (success) return result;
  throw new Error(
    `The result of “${operation}” does not match its output schema:\n${z.prettifyError(error)}`,
  );
}
