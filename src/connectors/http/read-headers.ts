/** Validates the headers of authors: no connection headers, and no header injection. */
import type { Json } from '../../kernel/index.ts';
import { isConnectionHeader, isHeaderName, isHeaderValue } from '../../runtime/index.ts';

/** Names in lower case. Reports all problems, and shows no value: it may be a secret. */
export function readHeaders(
  value: Json,
  complain: (problem: string) => void,
): { readonly [name: string]: string } {
  const headers = new Map<string, string>();
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    complain('“headers” must be a map from names to values.');
    return {};
  }
  for (const [given, content] of Object.entries(value)) {
    if (content === null) continue;
    const problem = problemOf(given, content, headers);
    if (problem === undefined) headers.set(given.toLowerCase(), String(content).trim());
    else complain(problem);
  }
  return Object.fromEntries(headers);
}

function problemOf(name: string, content: Json, others: ReadonlyMap<string, string>): string | undefined {
  const shown = JSON.stringify(name).slice(1, -1);
  const small = name.toLowerCase();
  if (!isHeaderName(name)) return `“${shown}” is not a valid header name.`;
  if (isConnectionHeader(small)) {
    return `The header “${shown}” is set by Signalbox. Leave it out.`;
  }
  if (others.has(small)) return `The header “${shown}” is repeated in different spellings.`;
  if (typeof content === 'object') return `“headers.${shown}” must be a text, a number, or true or false.`;
  if (/[\r\n]/.test(String(content).trim())) return `“headers.${shown}” must not contain a line break.`;
  if (!isHeaderValue(String(content).trim())) {
    return `“headers.${shown}” contains characters that are not allowed in headers. Encode them.`;
  }
  return undefined;
}
