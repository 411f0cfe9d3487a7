/** Cursor of a paged list. Opaque to callers, and valid only for the filters that it was issued for. */
import type { Json } from '../../kernel/index.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { OperationError } from './operation-error.ts';
import { presentFields } from './present-fields.ts';

/** The last entry of a page. Its position is known even when the entry no longer exists. */
export interface PageEnd {
  readonly id: string;
  readonly createdAt: number;
}

export function encodeCursor(filters: object, { id, createdAt }: PageEnd): string {
  return Buffer.from(`${markOf(filters)}${createdAt}.${id}`).toString('base64url');
}

/** @returns the last entry of the previous page; `undefined` for the first page */
export function decodeCursor(filters: object, cursor: string | undefined): PageEnd | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const mark = markOf(filters);
  const [, createdAt, id] =
    /^(\d{1,16})\.(.+)$/s.exec(text.startsWith(mark) ? text.slice(mark.length) : '') ?? [];
  if (createdAt !== undefined && id !== undefined) return { id, createdAt: Number(createdAt) };
  throw new OperationError({
    code: 'bad_cursor',
    message: 'The cursor was issued for other filters.',
    suggestedAction:
      'Send the cursor of the previous page with the same filters, or omit it to start from the first page.',
  });
}

/** A short hash is enough to detect other filters. */
function markOf(filters: object): string {
  // Filters are parsed and therefore JSON.
  return `${sha256(canonicalJson(presentFields(filters) as Json)).slice(0, 16)}.`;
}
