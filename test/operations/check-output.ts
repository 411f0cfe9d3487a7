/** A real result held against what its operation says that it gives. */
import { z } from 'zod';
import type { Json } from '../../src/kernel/index.ts';
import { registry } from '../../src/operations/registry.ts';

/** Throws where it has a field too many, too few, or of another kind. */
export function checkOutput(operation: string, result: Json): Json {
  const { success, error } = registry.get(operation).output.safeParse(result);
  if (success) return result;
  throw new Error(`What “${operation}” gave does not fit its output:\n${z.prettifyError(error)}`);
}
