/**
 * Edits that were proposed apart from each other, made fit to be done together. Identical ones count once; of those that
 * overlap the first in order wins, except that removals add up, and that what is added behind a removed part stays.
 */
import type { SpanEdit } from './reporter.ts';

/** @returns edits that do not overlap, in the order of the text */
export function settleEdits(text: string, edits: readonly SpanEdit[]): readonly SpanEdit[] {
  const different = [...new Map(edits.map((edit) => [identityOf(edit), edit])).values()];
  const settled: SpanEdit[] = [];
  for (const edit of different) if (!isInsertion(edit)) accept(text, settled, edit);
  // What is added needs to know what goes, so it comes last, all of one place at once.
  const added = new Map<number, string>();
  for (const { span, text: piece } of different.filter(isInsertion)) {
    const before = added.get(span.start);
    const gap = before !== undefined && isInEmptyBrackets(text, span.start) ? ', ' : '';
    added.set(span.start, `${before ?? ''}${gap}${piece}`);
  }
  for (const [at, piece] of added) insert(text, settled, at, piece);
  return settled;
}

function identityOf({ span, text }: SpanEdit): string {
  return `${span.start}-${span.end} ${text}`;
}

function accept(text: string, settled: SpanEdit[], edit: SpanEdit): void {
  const first = firstEndingAfter(settled, edit.span.start);
  const other = settled[first];
  if (other === undefined || other.span.start >= edit.span.end) {
    settled.splice(first, 0, edit);
    return;
  }
  if (!isRemoval(other) || !isRemoval(edit)) return;
  settled.splice(first, 1);
  accept(text, settled, joinRemovals(text, edit, other));
}

/** Before what starts there and behind what ends there. */
function insert(text: string, settled: SpanEdit[], at: number, added: string): void {
  const index = firstEndingAfter(settled, at);
  const around = settled[index];
  const before = settled[index - 1];
  if (around !== undefined && around.span.start < at) {
    if (isRest(text.slice(at, around.span.end))) settled[index] = addBehind(text, around, added);
  } else if (before?.span.end === at) {
    settled[index - 1] = addBehind(text, before, added);
  } else {
    settled.splice(index, 0, { span: { start: at, end: at }, text: added });
  }
}

/** What remains of a part behind its end: space, a comma, comments. */
function isRest(text: string): boolean {
  return /^(?:[\s,]|#[^\n]*(?:\n|$))*$/.test(text);
}

function isInEmptyBrackets(text: string, at: number): boolean {
  return /[[{]/.test(text[at - 1] ?? '') && /^\s*[\]}]/.test(text.slice(at, at + looked));
}

/** An entry that is added to brackets brings the comma before it; after a removal it may need the one behind it instead. */
function addBehind(text: string, { span, text: replacement }: SpanEdit, added: string): SpanEdit {
  const isEmptied = /^ ?(?:\{\}|\[\])$/.test(replacement);
  if (isEmptied && /^\r?\n/.test(added)) return { span, text: added };
  const comma = /^,\s*/.exec(added)?.[0];
  if (comma === undefined || replacement !== '') return { span, text: replacement + added };
  const isFirst = opensBefore.test(text.slice(Math.max(0, span.start - looked), span.start));
  const isLast = closesAfter.test(text.slice(span.end, span.end + looked));
  if (comma === added && (isFirst || isLast)) return { span, text: '' };
  const own = isFirst ? added.slice(comma.length) : added;
  return { span, text: isLast ? own : own + comma };
}

const opensBefore = /[[{,](?:\s|(?<=\s)#[^\n]*\n)*$/;
const closesAfter = /^(?:\s|#[^\n]*\n)*[\]},]/;
/** So far the text is looked at for what stands around a place. */
const looked = 1000;

function firstEndingAfter(settled: readonly SpanEdit[], offset: number): number {
  let low = 0;
  let high = settled.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((settled[middle]?.span.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isInsertion({ span }: SpanEdit): boolean {
  return span.start === span.end;
}

function isRemoval({ span, text }: SpanEdit): boolean {
  return text === '' && span.end > span.start;
}

/** Where both wanted the comma between them, there is one too many: the one before them goes as well. */
function joinRemovals(text: string, a: SpanEdit, b: SpanEdit): SpanEdit {
  const start = Math.min(a.span.start, b.span.start);
  const end = Math.max(a.span.end, b.span.end);
  const shared = text.slice(Math.max(a.span.start, b.span.start), Math.min(a.span.end, b.span.end));
  const before = shared.trim() === ',' ? /,\s*$/.exec(text.slice(Math.max(0, start - looked), start)) : null;
  return { span: { start: start - (before?.[0].length ?? 0), end }, text: '' };
}
