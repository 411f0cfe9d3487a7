/**
 * Applies edits to a text, all at once: every position is one of the text as it was. Identical edits count once; of
 * those that overlap the first in order wins, except that removals add up.
 */
import type { Edit } from '../violation.ts';
import type { SpanEdit } from './reporter.ts';
import { createSourceText, offsetAt } from './source-text.ts';

export function applyEdits(text: string, edits: readonly Edit[]): string {
  const source = createSourceText({ path: '', text });
  return applySpanEdits(
    text,
    edits.map(({ line, column, endLine, endColumn, text: inserted }) => {
      const start = offsetAt(source, { line, column });
      const end = Math.max(start, offsetAt(source, { line: endLine, column: endColumn }));
      return { span: { start, end }, text: inserted };
    }),
  );
}

export function applySpanEdits(text: string, edits: readonly SpanEdit[]): string {
  const accepted: SpanEdit[] = [];
  const seen = new Set<string>();
  for (const edit of edits) {
    const key = `${edit.span.start}-${edit.span.end} ${edit.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    accept(text, accepted, edit);
  }
  let applied = '';
  let at = 0;
  for (const { span, text: inserted } of accepted) {
    applied += text.slice(at, span.start) + inserted;
    at = span.end;
  }
  return applied + text.slice(at);
}

/** Keeps the accepted edits apart and in the order of the text. */
function accept(text: string, accepted: SpanEdit[], edit: SpanEdit): void {
  const first = firstEndingAfter(accepted, edit.span.start);
  const other = accepted[first];
  if (other === undefined || other.span.start >= edit.span.end) {
    // An insertion may stand where another edit starts, and comes before it.
    const inside = other !== undefined && other.span.start < edit.span.start;
    if (!inside) accepted.splice(first, 0, edit);
    return;
  }
  if (!isRemoval(other) || !isRemoval(edit)) return;
  accepted.splice(first, 1);
  accept(text, accepted, joinRemovals(text, edit, other));
}

function firstEndingAfter(accepted: readonly SpanEdit[], offset: number): number {
  let low = 0;
  let high = accepted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((accepted[middle]?.span.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isRemoval({ span, text }: SpanEdit): boolean {
  return text === '' && span.end > span.start;
}

/** Where both wanted the comma between them, there is one too many: the one before them goes as well. */
function joinRemovals(text: string, a: SpanEdit, b: SpanEdit): SpanEdit {
  const start = Math.min(a.span.start, b.span.start);
  const end = Math.max(a.span.end, b.span.end);
  const shared = text.slice(Math.max(a.span.start, b.span.start), Math.min(a.span.end, b.span.end));
  const again = shared.trim() === ',' && text.slice(0, start).endsWith(shared);
  return { span: { start: again ? start - shared.length : start, end }, text: '' };
}
