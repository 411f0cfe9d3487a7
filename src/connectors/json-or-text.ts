/** A text that is JSON as what it says, any other as itself. */
import type { Json } from '../kernel/index.ts';

export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
