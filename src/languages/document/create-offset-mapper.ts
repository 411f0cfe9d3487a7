/** Maps offsets of an edited text back to the original text. */
import type { SpanEdit } from './reporter.ts';

/**
 * Returns the original offset of an offset in the edited text. Inserted text maps to the insertion point; text after
 * a removal maps to the end of the removed text.
 * @param edits the applied edits, without overlaps, in the order of the text
 */
export function createOffsetMapper(edits: readonly SpanEdit[]): (offset: number) => number {
  return (offset) => {
    let original = offset;
    for (const { span, text } of edits) {
      if (original < span.start) break;
      if (original < span.start + text.length) return span.start;
      original += span.end - span.start - text.length;
    }
    return original;
  };
}
