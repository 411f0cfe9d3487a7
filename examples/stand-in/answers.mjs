/** What all who answer here have in common: the same question gets the same answer, also after a restart. */
import { createHash } from 'node:crypto';

/** A number from `least` to `most` that looks like chance, and is always the same for the same text. */
export function pick(text, min, max) {
  const digest = createHash('sha256').update(text).digest();
  return min + (digest.readUInt32BE() % (max - min + 1));
}

/** Four letters and digits that stand for a text. */
export const codeOf = (text) =>
  createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 4).toUpperCase();

/** It was understood, and cannot be done; at another time, perhaps. */
export const refuse = (code, message, retryable = false) => ({ error: { code, message, retryable } });

export const nothingBy = (id) => refuse('not_found', `There is nothing by the name of “${id}”`);
