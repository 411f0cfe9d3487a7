/**
 * A document whose form is broken, read as what its repairs make of it, so that one missing bracket does not hide every
 * other mistake. Positions lead back to the text as it was written.
 */
import type { Edit, Violation } from '../violation.ts';
import { applyEdits } from './apply-edits.ts';
import { parseDocument, type SourceDocument } from './parse-document.ts';
import { settleEdits } from './settle-edits.ts';
import { type Range, rangeOf, type SourceText, spanAt } from './source-text.ts';
import { wayBack } from './way-back.ts';

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
  return { document, before: placesBefore(source, document, edits) };
}

function placesBefore(source: SourceText, repaired: SourceText, edits: readonly Edit[]): Repaired['before'] {
  const done = edits.map((edit) => ({ span: spanAt(source, edit), text: edit.text }));
  const back = wayBack(settleEdits(source.text, done));
  const range = <Place extends Range>(place: Place): Place => {
    const { start, end } = spanAt(repaired, place);
    return { ...place, ...rangeOf(source, { start: back(start), end: back(end) }) };
  };
  return (violation) => ({
    ...range(violation),
    suggestion:
      violation.suggestion === null
        ? null
        : { ...violation.suggestion, edits: violation.suggestion.edits.map(range) },
  });
}
