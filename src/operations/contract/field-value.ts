/** Parses fields that arrive as text, in a query or in options, by their schemas. The operation reports a wrong type. */
import type { Json } from '../../kernel/index.ts';
import type { Values } from '../../languages/index.ts';

/** @param texts of a list: repeated, comma-separated, or both; otherwise the first counts */
export function fieldValue(texts: readonly string[], schema: Values): Json {
  if (schema['type'] !== 'array') return typedOf(texts[0] ?? '', schema);
  const entries = texts.flatMap((text) => text.split(',')).filter((text) => text !== '');
  // The schema of a list is an object.
  return entries.map((text) => typedOf(text, (schema['items'] ?? {}) as Values));
}

function typedOf(text: string, { type }: Values): Json {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) {
    return Number(text);
  }
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
