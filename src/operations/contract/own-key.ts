/**
 * Generates idempotency keys for requests that go to another process of the same data folder. Callers never see them, so
 * no other replica is asked about them.
 */
import { randomUUID } from 'node:crypto';

export const createInternalKey = (): string => `attached-${randomUUID()}`;

export const isInternalKey = (key: string): boolean =>
  /^attached-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(key);
