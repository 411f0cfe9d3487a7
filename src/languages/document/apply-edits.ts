/** Applies edits to a text at once: every position refers to the original text. */
import { mergeEdits } from './merge-edits.ts';
import type { SpanEdit } from './reporter.ts';
import { createSourceText, spanAt } from './source-text.ts';
import type { Edit } from './violation.ts';

export function applyEdits(text: string, edits: readonly Edit[]): string {
  const source = createSourceText({ path: '', text });
  return applySpanEdits(
    text,
    edits.map((edit) => ({ span: spanAt(source, edit), text: edit.text })),
  );
}

export function applySpanEdits(text: string, edits: readonly SpanEdit[]): string {
  let applied = '';
  let at = 0;
  for (const { span, text: inserted } of mergeEdits(text, edits)) {
    applied += text.slice(at, span.start) + inserted;
    at = span.end;
  }
  return applied + text.slice(at);
}
