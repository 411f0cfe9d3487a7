/**
 * Parses a query by the names and types of fields: `?limit=20&statuses=failed,cancelled&waiting=true`. A value that
 * does not match its type stays text: the operation reports it.
 */
import type { Json } from '../../kernel/index.ts';
import { fieldValue, type OperationViolation } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';

export interface ReadQuery {
  readonly fields: ReadonlyMap<string, Json>;
  readonly violations: readonly OperationViolation[];
}

/** More than any operation has fields, and any list entries. */
const maxParameters = 1_000;

/** @param url whole; @param schemas of the fields, by name */
export function readQuery(url: string, schemas: ReadonlyMap<string, JsonObject>): ReadQuery {
  const fields = new Map<string, Json>();
  const violations: OperationViolation[] = [];
  for (const [name, texts] of textsOf(url, violations)) {
    const schema = schemas.get(name) ?? {};
    const [first = '', ...others] = texts;
    fields.set(name, fieldValue(texts, schema));
    if (schema['type'] !== 'array' && others.some((other) => other !== first))
      violations.push(repeated(name));
  }
  return { fields, violations };
}

function textsOf(url: string, violations: OperationViolation[]): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  const start = url.indexOf('?');
  const parts = start < 0 ? [] : url.slice(start + 1).split('&');
  if (parts.length > maxParameters) {
    violations.push(wrong('', 'too-many-fields', `The query has more than ${maxParameters} parameters.`));
    return texts;
  }
  for (const part of parts) {
    if (part === '') continue;
    const end = part.indexOf('=');
    const name = decode(end < 0 ? part : part.slice(0, end));
    const text = decode(end < 0 ? '' : part.slice(end + 1));
    if (name === undefined || text === undefined) {
      const where = name?.slice(0, 100) ?? '';
      const what = name === undefined ? 'A name in the query' : `“${where}”`;
      violations.push(wrong(where, 'malformed', `${what} is not valid URL encoding.`));
    } else {
      texts.set(name, [...(texts.get(name) ?? []), text]);
    }
  }
  return texts;
}

/** Also in the form encoding: a plus is a space. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function repeated(name: string): OperationViolation {
  const path = name.slice(0, 100);
  return wrong(path, 'repeated', `“${path}” is in the query more than once, with different values.`);
}

const wrong = (path: string, rule: string, message: string): OperationViolation => ({
  path,
  rule,
  message,
  expected: rule === 'repeated' ? 'one value' : 'a query such as limit=20&waiting=true',
  actual: 'something else',
});
