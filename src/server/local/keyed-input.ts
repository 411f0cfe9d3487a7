/** Gives a request a key before it leaves for another process, so that it can be sent again and is done once [R6.1]. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AnyOperation } from '../../operations/index.ts';

/** As it is where the caller gave a key, or where the operation takes none: such a one may be done again. */
export function keyedInput({ writes, input: schema }: AnyOperation, input: unknown): unknown {
  if (!writes || !(schema instanceof z.ZodObject) || !('idempotencyKey' in schema.shape)) return input;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return 'idempotencyKey' in input && input.idempotencyKey !== undefined
    ? input
    : { ...input, idempotencyKey: `attached-${randomUUID()}` };
}

/** The key that a request was sent with, for whoever is not told what became of it. */
export function keyOfInput(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('idempotencyKey' in input)) return undefined;
  return typeof input.idempotencyKey === 'string' ? input.idempotencyKey : undefined;
}
