/**
 * Merges independently proposed edits so that they can be applied together. Identical edits count once. Of
 * overlapping edits the first wins, except that removals are combined and that text inserted after a removed part
 * stays. Of several insertions at one offset the innermost comes first.
 */
import type { SpanEdit } from './reporter.ts';
import { lineAt } from './text-line.ts';

/** @returns edits that do not overlap, in the order of the text */
export function mergeEdits(text: string, edits: readonly SpanEdit[]): readonly SpanEdit[] {
  const different = [...new Map(edits.map((edit) => [identityOf(edit), edit])).values()];
  const changes = different.filter((edit) => !isInsertion(edit));
  const merged: SpanEdit[] = [];
  for (const edit of changes) accept(text, merged, edit);
  // Insertions depend on the removals, so they are merged last.
  const insertions = different.filter(isInsertion).toSorted(byOffsetAndDepth);
  const appendedByHost = new Map<SpanEdit, string>();
  const insertedByOffset = new Map<number, string>();
  for (const insertion of insertions) {
    const at = insertion.span.start;
    const host = hostOf(merged, at);
    if (host === undefined) {
      const before = insertedByOffset.get(at);
      const gap = before !== undefined && isInEmptyBrackets(text, at) ? ', ' : '';
      insertedByOffset.set(at, `${before ?? ''}${gap}${insertion.text}`);
    } else if (!changes.some((change) => belongsTo(text, insertion, change))) {
      appendedByHost.set(host, (appendedByHost.get(host) ?? '') + insertion.text);
    }
  }
  const results = merged.map((edit) => addBehind(text, edit, appendedByHost.get(edit) ?? ''));
  for (const [at, added] of insertedByOffset) insert(text, results, at, added);
  return results;
}

/** If several blocks end on one line, insertions into inner blocks come before insertions into outer ones. */
function byOffsetAndDepth(a: SpanEdit, b: SpanEdit): number {
  return a.span.start - b.span.start || rankOf(a) - rankOf(b);
}

/** A continuation of the line comes before whole lines; list items may be indented as far as the key of the list. */
function rankOf({ text }: SpanEdit): number {
  const depth = depthOf(text);
  if (depth < 0) return Number.MIN_SAFE_INTEGER;
  return /^\s*-(?:\s|$)/.test(text) ? -depth - 0.5 : -depth;
}

function identityOf({ span, text }: SpanEdit): string {
  return `${span.start}-${span.end} ${text}`;
}

function accept(text: string, merged: SpanEdit[], edit: SpanEdit): void {
  const first = firstEndingAfter(merged, edit.span.start);
  const other = merged[first];
  if (other === undefined || other.span.start >= edit.span.end) {
    merged.splice(first, 0, edit);
    return;
  }
  if (!isRemoval(other) || !isRemoval(edit)) return;
  merged.splice(first, 1);
  accept(text, merged, joinRemovals(text, edit, other));
}

/** The edit that contains an offset or ends there. */
function hostOf(merged: readonly SpanEdit[], at: number): SpanEdit | undefined {
  const index = firstEndingAfter(merged, at);
  const [before, around] = [merged[index - 1], merged[index]];
  if (around !== undefined && around.span.start < at) return around;
  return before?.span.end === at ? before : undefined;
}

/** Whether an insertion targets a part that is changed or removed as a whole. */
function belongsTo(text: string, { span: { start: at }, text: added }: SpanEdit, change: SpanEdit): boolean {
  const { start, end } = change.span;
  if (at <= start || at > end) return false;
  return (
    !isSeparatorText(text.slice(at, end)) || (isRemoval(change) && depthOf(added) > columnOf(text, change))
  );
}

function insert(text: string, results: SpanEdit[], at: number, added: string): void {
  const index = firstEndingAfter(results, at);
  const before = results[index - 1];
  if (
    before !== undefined &&
    isSeparatorText(text.slice(before.span.end, at)) &&
    isRefilled(text, before, added)
  ) {
    results[index - 1] = { ...before, text: '' };
  }
  results.splice(index, 0, { span: { start: at, end: at }, text: added });
}

/** The rest of a part after its end: whitespace, a comma, comments. */
function isSeparatorText(text: string): boolean {
  return /^(?:[\s,]|#[^\n]*(?:\n|$))*$/.test(text);
}

function isInEmptyBrackets(text: string, at: number): boolean {
  return /[[{]/.test(text[at - 1] ?? '') && /^\s*[\]}]/.test(text.slice(at, at + maxLookAround));
}

/**
 * An insertion into a collection includes the separator from the previous part: a comma, or a line break with
 * indentation. If that part is removed, the insertion may be the first part and need the separator after it instead.
 */
function addBehind(text: string, host: SpanEdit, added: string): SpanEdit {
  const { span } = host;
  const replacement = isRefilled(text, host, added) ? '' : host.text;
  const separator = /^(?:,\s*|\r?\n *)/.exec(added)?.[0];
  if (separator === undefined || replacement !== '') return { span, text: replacement + added };
  const [before, after] = [
    text.slice(Math.max(0, span.start - maxLookAround), span.start),
    text.slice(span.end, span.end + maxLookAround),
  ];
  const inBrackets = separator.startsWith(',');
  const isFirst = inBrackets ? opensBefore.test(before) : !/^\r?\n/.test(text.slice(span.start, span.end));
  const isLast = (inBrackets ? closesAfter : endsAfter).test(after);
  if (separator === added && (isFirst || isLast)) return host;
  const own = isFirst ? added.slice(separator.length) : added;
  return { span, text: isLast ? own : own + separator };
}

/** Whether an emptied block gets a separate line again. */
function isRefilled(text: string, host: SpanEdit, added: string): boolean {
  return /^ ?(?:\{\}|\[\])$/.test(host.text) && depthOf(added) === columnOf(text, host);
}

/** Indentation of an inserted line; -1 if the insertion is not a line. */
function depthOf(added: string): number {
  return /^\r?\n( *)/.exec(added)?.[1]?.length ?? -1;
}

/** Start of the first removed text. */
function columnOf(text: string, { span }: SpanEdit): number {
  const start = span.start + Math.max(0, text.slice(span.start, span.end).search(/\S/));
  return start - lineAt(text, start).start;
}

const opensBefore = /[[{,](?:\s|(?<=\s)#[^\n]*\n)*$/;
const closesAfter = /^(?:\s|#[^\n]*\n)*[\]},]/;
const endsAfter = /^[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/;
/** Number of characters around an offset that are examined. */
const maxLookAround = 1000;

function firstEndingAfter(merged: readonly SpanEdit[], offset: number): number {
  let low = 0;
  let high = merged.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((merged[middle]?.span.end ?? 0) > offset) high = middle;
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

/** If both edits removed the comma between them, one comma is left over: the one before them is removed too. */
function joinRemovals(text: string, a: SpanEdit, b: SpanEdit): SpanEdit {
  const start = Math.min(a.span.start, b.span.start);
  const end = Math.max(a.span.end, b.span.end);
  const shared = text.slice(Math.max(a.span.start, b.span.start), Math.min(a.span.end, b.span.end));
  const before =
    shared.trim() === ',' ? /,\s*$/.exec(text.slice(Math.max(0, start - maxLookAround), start)) : null;
  return { span: { start: start - (before?.[0].length ?? 0), end }, text: '' };
}
