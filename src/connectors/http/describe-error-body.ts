/** Summarizes the body of an error response in one line. Handles the common formats. */
import type { Json } from '../../kernel/index.ts';

const maxLength = 1_000;

/** Empty if the body has no message. */
export function describeErrorBody(body: Json): string {
  const text = typeof body === 'string' ? plainText(body) : saidIn(body, 0).join('; ');
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/** Common fields, the most specific first: the first that holds a text is used. */
const fields = [
  'errors',
  'error',
  'message',
  'detail',
  'details',
  'error_description',
  'description',
  'title',
  'reason',
  'fault',
];
const maxDepth = 5;
const maxFields = 20;

function saidIn(value: Json, depth: number): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [];
  if (isList(value)) return value.slice(0, maxFields).flatMap((each) => saidIn(each, depth + 1));
  const said = fields.map((field) =>
    Object.hasOwn(value, field) ? saidIn(value[field] ?? null, depth + 1) : [],
  );
  const [first] = said.filter((each) => each.length > 0);
  if (first !== undefined) return withCode(first, value);
  // `{"name": ["must not be empty"]}`: problems by field.
  return depth === 0
    ? []
    : Object.entries(value)
        .slice(0, maxFields)
        .flatMap(([name, each]) => saidIn(each, depth + 1).map((text) => `${name}: ${text}`));
}

/** `{"error": "invalid_grant", "error_description": "…"}`: the code and its meaning. */
function withCode(said: readonly string[], value: { readonly [key: string]: Json }): readonly string[] {
  const meaning = value['error_description'] ?? value['message'] ?? value['detail'] ?? null;
  const isCode = typeof value['error'] === 'string' && said[0] === value['error'];
  return isCode && typeof meaning === 'string' && meaning !== '' ? [`${value['error']}: ${meaning}`] : said;
}

/** An HTML page without its tags. */
function plainText(text: string): string {
  const start = text.slice(0, 20_000);
  if (!/^\s*</.test(start)) return start;
  return start.replaceAll(/<(script|style|head)\b[^<>]*>[^<]*(<\/\1>)?/gi, ' ').replaceAll(/<[^<>]*>/g, ' ');
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
