/**
 * Repairs a document with syntax errors and reads the result, so that one missing bracket does not hide every other
 * error. Positions refer to the original text.
 */
import { applyEdits } from './apply-edits.ts';
import { createOffsetMapper } from './create-offset-mapper.ts';
import { mergeEdits } from './merge-edits.ts';
import { parseDocument, type SourceDocument } from './parse-document.ts';
import { rangeOf, type SourceText, spanAt, type TextRange } from './source-text.ts';
import type { Edit, Violation } from './violation.ts';

export interface RepairedDocument {
  readonly document: SourceDocument;
  /** The same violation with its position in the original text. */
  readonly toOriginal: (violation: Violation) => Violation;
}

/** @returns undefined if no repair is known or helps */
export function repairSyntax(source: SourceDocument): RepairedDocument | undefined {
  const broken = source.violations.filter(({ rule }) => rule === 'syntax');
  if (broken.some(({ suggestion }) => suggestion === null)) return undefined;
  const edits = broken.flatMap(({ suggestion }) => suggestion?.edits ?? []);
  const document = parseDocument({ path: source.path, text: applyEdits(source.text, edits) }, source.quota);
  if (document.violations.some(({ rule }) => rule === 'syntax' || rule === 'limit')) return undefined;
  return { document, toOriginal: createPositionMapper(source, document, edits) };
}

function createPositionMapper(
  source: SourceText,
  repaired: SourceText,
  edits: readonly Edit[],
): RepairedDocument['toOriginal'] {
  const done = edits.map((edit) => ({ span: spanAt(source, edit), text: edit.text }));
  const toOriginalOffset = createOffsetMapper(mergeEdits(source.text, done));
  const range = <Place extends TextRange>(place: Place): Place => {
    const { start, end } = spanAt(repaired, place);
    return { ...place, ...rangeOf(source, { start: toOriginalOffset(start), end: toOriginalOffset(end) }) };
  };
  return (violation) => ({
    ...range(violation),
    suggestion:
      violation.suggestion === null
        ? null
        : { ...violation.suggestion, edits: violation.suggestion.edits.map(range) },
  });
}
