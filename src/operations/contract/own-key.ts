/**
 * Keys that a request is given before it leaves for another process of the same data folder. Nobody outside has seen one, so
 * no other replica is ever asked about it.
 */
import { randomUUID } from 'node:crypto';

export const createInternalKey = (): string => `attached-${randomUUID()}`;

export const isInternalKey = (key: string): boolean =>
  /^attached-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(key);
