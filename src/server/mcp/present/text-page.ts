/** Splits texts of any size into pages. The concatenated pages are the text. */
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { formatResourceUri, type ResourcePage } from './resource-uri.ts';

/** Characters per page. */
export const maxCharacters = 65_536;

export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

/** `undefined` if the offset is beyond the end. */
export function readPage(
  { address, from }: ResourcePage,
  { mimeType, text }: ResourceText,
): ReadResourceResult | undefined {
  if (from > 0 && from >= text.length) return undefined;
  const { piece, next } = cutPiece(text, from, maxCharacters);
  const isWhole = piece.length === text.length;
  return {
    contents: [
      {
        uri: formatResourceUri(address, from),
        // A piece of JSON or of an image is neither.
        mimeType: isWhole || mimeType === 'text/markdown' ? mimeType : 'text/plain',
        text: piece,
      },
    ],
    _meta: pageMeta(text.length, next === null ? null : formatResourceUri(address, next)),
  };
}

interface Piece {
  readonly piece: string;
  /** Offset of the next page; null at the end. */
  readonly next: number | null;
  /** Total length. */
  readonly total: number;
}

export function cutPiece(text: string, from: number, limit: number): Piece {
  const start = wholeFrom(text, Math.min(from, text.length));
  const end = wholeFrom(text, Math.min(start + limit, text.length));
  return { piece: text.slice(start, end), next: end < text.length ? end : null, total: text.length };
}

/** @param next offset of the next page; null at the end */
export function pageMeta(total: number, next: string | null): { readonly [name: string]: string | number } {
  return { 'io.signalbox/total': total, ...(next === null ? {} : { 'io.signalbox/next': next }) };
}

/** A surrogate pair is not split: the page begins, or ends, before it. */
function wholeFrom(text: string, at: number): number {
  const isInside = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(at - 1, 0), at + 1));
  return isInside ? at - 1 : at;
}
