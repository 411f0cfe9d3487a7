/** From an edited text back to the text as it was. */
import type { SpanEdit } from './reporter.ts';

/**
 * Where an offset of the edited text stood before. What was inserted leads to where it was put; what stands behind a
 * removal, to the end of what was removed.
 * @param edits those that were made, apart and in the order of the text
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
