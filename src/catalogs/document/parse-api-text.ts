/** Parses the text of an API document: JSON or YAML. */
import { parse } from 'yaml';
import type { Json } from '../../expression/index.ts';
import { DocumentError, type TextPosition } from './document-error.ts';

/** YAML of this size takes seconds. In characters. */
const maxYaml = 16_777_216;

/** Throws DocumentError. @param name of the document, for its message */
export function parseApiText(name: string, given: string): Json {
  const text = given.replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(text)) return parseJson(name, text);
  if (text.length > maxYaml)
    throw new DocumentError(
      `“${name}” has more than ${maxYaml} characters of YAML. A document of this size must be JSON.`,
    );
  try {
    const parsed: unknown = parse(text, { maxAliasCount: 100, logLevel: 'error', uniqueKeys: false });
    // What is no JSON, such as an alias inside of itself, fails here.
    return JSON.parse(JSON.stringify(parsed ?? null));
  } catch (error) {
    const position = positionOf(error);
    const at = position === undefined ? '' : `, line ${position.line}`;
    throw new DocumentError(`“${name}”${at}: ${reasonOf(error)}.`, position);
  }
}

function parseJson(name: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const offset = offsetOf(messageOf(error), text);
    const before = text.slice(0, offset ?? 0).split('\n');
    const position =
      offset === undefined ? undefined : { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    throw new DocumentError(`“${name}” is not valid JSON: ${reasonOf(error)}.`, position);
  }
}

/** Some messages have an excerpt instead of a position: ten characters before it, unless the text begins there. */
function offsetOf(message: string, text: string): number | undefined {
  const [, offset] = /position (\d+)/.exec(message) ?? [];
  if (offset !== undefined) return Number(offset);
  const [, excerpt = ''] = /, \.\.\."(.*?)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? [];
  const at = text.indexOf(excerpt);
  return excerpt === '' || at !== text.lastIndexOf(excerpt) ? undefined : at + 10;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Without what it quotes: the text may be foreign to the reader of the message. */
const reasonOf = (error: unknown): string =>
  messageOf(error)
    .replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '')
    .replace(/\n.*$/s, '')
    .replace(/ at line \d+, column \d+:?$/, '')
    .replace(/(?:: | "(?!quote)| \\).*$/s, '')
    .replace(/[.:]$/, '');

function positionOf(error: unknown): TextPosition | undefined {
  const positions: unknown = Object(error).linePos;
  if (!Array.isArray(positions)) return undefined;
  const { line, col } = Object(positions[0]);
  return { line: Number(line), column: Number(col) };
}
