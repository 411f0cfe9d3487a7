/** Where a list goes on: opaque to callers, and good for the filters that it came with and no others. */
import type { Json } from '../../kernel/index.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { OperationError } from './operation-error.ts';
import { presentFields } from './present-fields.ts';

/** The last one of a page: its place among the others is known even when it is gone. */
export interface PageEnd {
  readonly id: string;
  readonly createdAt: number;
}

export function encodeCursor(filters: object, { id, createdAt }: PageEnd): string {
  return Buffer.from(`${markOf(filters)}${createdAt}.${id}`).toString('base64url');
}

/** @returns the last one of the page before; undefined at the start */
export function decodeCursor(filters: object, cursor: string | undefined): PageEnd | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const mark = markOf(filters);
  const [, createdAt, id] =
    /^(\d{1,16})\.(.+)$/s.exec(text.startsWith(mark) ? text.slice(mark.length) : '') ?? [];
  if (createdAt !== undefined && id !== undefined) return { id, createdAt: Number(createdAt) };
  throw new OperationError({
    code: 'bad_cursor',
    message: 'The cursor does not belong to these filters.',
    suggestedAction:
      'Send the “nextCursor” of the page before, with the same filters; or leave it out to begin anew.',
  });
}

/** Enough of a hash that a cursor of other filters is noticed. */
function markOf(filters: object): string {
  // Filters have been parsed: they are JSON.
  return `${sha256(canonicalJson(presentFields(filters) as Json)).slice(0, 16)}.`;
}
