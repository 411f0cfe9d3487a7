/** Parses the text of an API document: JSON or YAML. */
import { parse } from 'yaml';
import type { Json } from '../../expression/index.ts';

/** YAML of this size takes seconds. In characters. */
const maxYaml = 16_777_216;

/** Throws with a message for people, which begins with the name. */
export function parseApiText(name: string, given: string): Json {
  const text = given.replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text) as Json;
    } catch (error) {
      throw new Error(`“${name}” is not valid JSON: ${reasonOf(error)}.`);
    }
  }
  if (text.length > maxYaml)
    throw new Error(
      `“${name}” has more than ${maxYaml} characters of YAML. A document of this size must be JSON.`,
    );
  try {
    const parsed: unknown = parse(text, { maxAliasCount: 100, logLevel: 'error', uniqueKeys: false });
    // What is no JSON, such as an alias inside of itself, fails here.
    return JSON.parse(JSON.stringify(parsed ?? null));
  } catch (error) {
    const line = lineOf(error);
    throw new Error(`“${name}”${line === undefined ? '' : `, line ${line}`}: ${reasonOf(error)}`);
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join('').replace(/[.:]$/, '');

function lineOf(error: unknown): number | undefined {
  const positions: unknown = Object(error).linePos;
  return Array.isArray(positions) ? Number(Object(positions[0]).line) : undefined;
}
