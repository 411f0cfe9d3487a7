/** Gives a request a key before it leaves for another process, so that it can be sent again and is done once [R6.1]. */
import { z } from 'zod';
import { type AnyOperation, createInternalKey } from '../../operations/index.ts';

/**
 * As it is where the caller gave a key, or has to, or where the operation takes none: such a one may be done again.
 */
export function keyedInput({ writes, input: schema }: AnyOperation, input: unknown): unknown {
  if (!writes || !(schema instanceof z.ZodObject) || !('idempotencyKey' in schema.shape)) return input;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return 'idempotencyKey' in input && input.idempotencyKey !== undefined
    ? input
    : { ...input, idempotencyKey: createInternalKey() };
}
