/** Parses a text as JSON; other texts are returned unchanged. */
import type { Json } from '../../kernel/index.ts';

export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
