/** Shared by all services of the stand-in: the same request gets the same response, also after a restart. */
import { createHash } from 'node:crypto';

/** A pseudo-random number from `least` to `most`, always the same for the same text. */
export function pick(text, min, max) {
  const digest = createHash('sha256').update(text).digest();
  return min + (digest.readUInt32BE() % (max - min + 1));
}

/** A hash of a text: four letters and digits. */
export const codeOf = (text) =>
  createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 4).toUpperCase();

/** The request is valid and cannot be fulfilled now. */
export const refuse = (code, message, retryable = false) => ({ error: { code, message, retryable } });

export const nothingBy = (id) => refuse('not_found', `“${id}” does not exist`);
