/** Reads a file of JSON or YAML. */
import { readFile, stat } from 'node:fs/promises';
import type { Json } from '../../kernel/index.ts';
import { parseDocument, toJson } from '../../languages/index.ts';

export const maxBytes = 67_108_864;

/** Rejects with a message for people. */
export async function readDataFile(path: string): Promise<Json> {
  const text = (await readText(path)).replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text) as Json;
    } catch (error) {
      throw new Error(`“${path}” is not valid JSON: ${error instanceof Error ? error.message : ''}.`);
    }
  }
  const { root, violations } = parseDocument({ path, text });
  const [first] = violations;
  if (first !== undefined)
    throw new Error(
      `“${path}”, line ${first.line}: ${String(first.message)} A document that is too large for YAML can be JSON.`,
    );
  return root === null ? null : toJson(root);
}

async function readText(path: string): Promise<string> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    return await readFile(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason';
    throw new Error(`“${path}” cannot be read: ${why}.`);
  }
}
