/** What an error answer says, in one line for people, from whatever form the server gives it. */
import type { Json } from '../../kernel/index.ts';

const maxLength = 1_000;

/** Empty where it says nothing. */
export function describeErrorBody(body: Json): string {
  const text = typeof body === 'string' ? plainText(body) : saidIn(body, 0).join('; ');
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/** The fields that servers use, the most telling first: only the first that says something is taken. */
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

/** `{"error": "invalid_grant", "error_description": "…"}`: the code, and what it means. */
function withCode(said: readonly string[], value: { readonly [key: string]: Json }): readonly string[] {
  const meaning = value['error_description'] ?? value['message'] ?? value['detail'] ?? null;
  const isCode = typeof value['error'] === 'string' && said[0] === value['error'];
  return isCode && typeof meaning === 'string' && meaning !== '' ? [`${value['error']}: ${meaning}`] : said;
}

/** A page of HTML without its tags. */
function plainText(text: string): string {
  const start = text.slice(0, 20_000);
  if (!/^\s*</.test(start)) return start;
  return start.replaceAll(/<(script|style|head)\b[^<>]*>[^<]*(<\/\1>)?/gi, ' ').replaceAll(/<[^<>]*>/g, ' ');
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
