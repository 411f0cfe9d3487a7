/** Maps a position in a query to its place in the document, through references and line ends. */
import type { Span } from '../../../expression/index.ts';
import type { SourceText } from '../../document/source-text.ts';
import type { YawlQuery } from '../model/schema.ts';

/** A unit of the raw text that is one or two characters: a reference, a line end, a character. */
const piece = /&(?:#x([\da-fA-F]+)|#(\d+)|(\w+));|\r\n?|./gs;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * From a position in the text of a query (line and column from 1) to the end of the query. The whole query if its text
 * differs from the document (in a CDATA section, for example).
 */
export function spanInQuery(source: SourceText, query: YawlQuery, line: number, column: number): Span {
  const { start, end } = query.at.span;
  const raw = source.text.slice(start, end);
  const starts = rawStarts(raw, query.text);
  const at = starts?.[offsetOf(query.text, line, column)];
  return at === undefined ? query.at.span : { start: start + at, end };
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let skipped = 1; skipped < line; skipped += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) break;
    start = next + 1;
  }
  return Math.min(start + column - 1, Math.max(0, text.length - 1));
}

/** For each code unit of the text, its offset in the raw text; `undefined` if they do not match. */
function rawStarts(raw: string, text: string): readonly number[] | undefined {
  const starts: number[] = [];
  for (const match of raw.matchAll(piece)) {
    const [found, hex, decimal, name] = match;
    const resolved = resolveReference(found, hex, decimal, name);
    if (starts.length === 0 && isSpace(resolved) && text[0] !== resolved) continue;
    for (const unit of resolved.split('')) {
      const wanted = text[starts.length];
      if (wanted === undefined && isSpace(unit)) continue;
      // In attributes any white space becomes a space.
      if (unit !== wanted && !(isSpace(unit) && wanted === ' ')) return undefined;
      starts.push(match.index);
    }
  }
  return starts.length === text.length ? starts : undefined;
}

const isSpace = (text: string): boolean => /^\s$/.test(text);

function resolveReference(
  found: string,
  hex: string | undefined,
  decimal: string | undefined,
  name: string | undefined,
): string {
  if (name !== undefined) return entities[name] ?? found;
  if (hex !== undefined || decimal !== undefined) {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff ? found : String.fromCodePoint(code);
  }
  return found.startsWith('\r') ? '\n' : found;
}
