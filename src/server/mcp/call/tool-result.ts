/**
 * An answer as the protocol has it: the same as text and as structured content. What is too big for a conversation is
 * left out, and linked to where all of it can be read [P2.2].
 */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import type { JsonObject, ToolAnswer } from '../contract/tool.ts';

/** In characters of JSON: hosts cut what is longer, or put it aside. */
const mostCharacters = 60_000;

export function toolResult(answer: ToolAnswer): CallToolResult {
  const { value, isError = false, links = [] } = answer;
  const whole = JSON.stringify(value);
  const fits = whole.length <= mostCharacters || answer.resource === undefined;
  const shown = fits ? value : shorten(value, answer.bulky ?? [], answer.resource ?? '', whole.length);
  const content: ContentBlock[] = [{ type: 'text', text: fits ? whole : JSON.stringify(shown) }, ...links];
  if (!fits && answer.resource !== undefined) content.push(linkTo(answer.resource, whole.length));
  return { content, structuredContent: shown, ...(isError ? { isError } : {}) };
}

/** Takes out the fields that may be big, one after the other, until the rest fits. */
function shorten(value: JsonObject, bulky: readonly string[], resource: string, size: number): JsonObject {
  let rest = value;
  let left = size;
  for (const name of bulky) {
    const field = rest[name];
    if (left <= mostCharacters || field === undefined || field === null) continue;
    const length = JSON.stringify(field).length;
    rest = { ...rest, [name]: standIn(field, resource, length) };
    left -= length;
  }
  return rest;
}

/** Of the kind that the schema promises: a text stays a text, and a list stays a list. */
function standIn(field: Json, resource: string, length: number): Json {
  if (Array.isArray(field)) return [];
  const note = `Left out: ${length} characters of JSON. Read it at ${resource}`;
  return typeof field === 'string' ? `${field.slice(0, 1_000)}… (${note})` : { left_out: note, resource };
}

function linkTo(uri: string, size: number): ContentBlock {
  return {
    type: 'resource_link',
    uri,
    name: uri,
    title: 'All of it',
    description: 'What was too big for this answer; it is read in pages.',
    mimeType: 'application/json',
    size,
  };
}
