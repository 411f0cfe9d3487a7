import { expect, test } from 'vitest';
import { DocumentError } from './document-error.ts';
import { parseApiText } from './parse-api-text.ts';

function errorOf(text: string): DocumentError {
  try {
    parseApiText('a.txt', text);
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
  throw new Error(`It is read: ${text}`);
}

const secret = 'hunter2-of-somebody-else';
const broken: readonly (readonly [text: string, reason: string, line: number | undefined])[] = [
  [`{"a": ${secret}}`, "Unexpected token 'h'", undefined],
  [`{"a": "and a longer text",\n  "b": ${secret}}`, "Unexpected token 'h'", 2],
  [`{"a": "b" "${secret}"}`, 'after property value', 1],
  [`["a",\n"${secret}"`, 'after array element', 2],
  [`a: *${secret}`, 'Unresolved alias', undefined],
  [`a: |${secret}\n b`, 'extra characters', 1],
  [`"a" "${secret}"`, 'Unexpected double-quoted-scalar', 1],
  [`a: "${secret}`, 'Missing closing "quote', 1],
];

test.each(broken)('[C5.1] what is wrong in a document is said without its text: %s', (text, reason, line) => {
  const { message, position } = errorOf(text);
  expect(message).toContain(reason);
  expect(message).not.toMatch(/unter2|somebody/);
  expect(position?.line).toBe(line);
});
