/**
 * Adds an idempotency key to a request before it is sent to another process, so that it can be repeated and is
 * performed once [R6.1].
 */
import { z } from 'zod';
import { type AnyOperation, createInternalKey } from '../../operations/index.ts';

/** Unchanged if the caller provides a key or must do so, or if the operation takes none: then it is safe to repeat. */
export function keyedInput({ writes, input: schema }: AnyOperation, input: unknown): unknown {
  if (!writes || !(schema instanceof z.ZodObject) || !('idempotencyKey' in schema.shape)) return input;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return 'idempotencyKey' in input && input.idempotencyKey !== undefined
    ? input
    : { ...input, idempotencyKey: createInternalKey() };
}
