/**
 * A document whose form is broken, read as what its repairs make of it, so that one missing bracket does not hide every
 * other mistake. Positions lead back to the text as it was written.
 */
import type { Edit, Violation } from '../violation.ts';
import { applyEdits } from './apply-edits.ts';
import { parseDocument, type SourceDocument } from './parse-document.ts';
import { offsetAt, positionAt, type SourceText } from './source-text.ts';

export interface Repaired {
  readonly document: SourceDocument;
  /** The same mistake, where it stands in the text before the repair. */
  readonly before: (violation: Violation) => Violation;
}

/** @returns undefined where a repair is not known, or does not help */
export function repairSyntax(source: SourceDocument): Repaired | undefined {
  const broken = source.violations.filter(({ rule }) => rule === 'syntax');
  if (broken.some(({ suggestion }) => suggestion === null)) return undefined;
  const edits = broken.flatMap(({ suggestion }) => suggestion?.edits ?? []);
  const document = parseDocument({ path: source.path, text: applyEdits(source.text, edits) });
  if (document.violations.some(({ rule }) => rule === 'syntax' || rule === 'limit')) return undefined;
  return { document, before: wayBack(source, document, edits) };
}

function wayBack(source: SourceText, repaired: SourceText, edits: readonly Edit[]): Repaired['before'] {
  const changes = edits
    .map((edit) => ({
      start: offsetAt(source, edit),
      end: offsetAt(source, { line: edit.endLine, column: edit.endColumn }),
      length: edit.text.length,
    }))
    .sort((a, b) => a.start - b.start);
  const back = (line: number, column: number) => {
    let offset = offsetAt(repaired, { line, column });
    for (const { start, end, length } of changes) {
      if (offset < start) break;
      offset = offset < start + length ? start : offset - length + (end - start);
    }
    return positionAt(source, offset);
  };
  const range = <Place extends Edit | Violation>(place: Place): Place => {
    const start = back(place.line, place.column);
    const end = back(place.endLine, place.endColumn);
    return { ...place, ...start, endLine: end.line, endColumn: end.column };
  };
  return (violation) => ({
    ...range(violation),
    suggestion:
      violation.suggestion === null
        ? null
        : { ...violation.suggestion, edits: violation.suggestion.edits.map(range) },
  });
}
