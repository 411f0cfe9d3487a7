/**
 * Mistakes of form, in plain words: one for each place, not one for each sign that the parser stumbles over on the way.
 * What is proposed was tried: with all of it the text has fewer mistakes.
 */
import type { Span } from '../../expression/index.ts';
import type { RawError } from './compose.ts';
import { type Cause, findRepairs, type Stage } from './find-repairs.ts';
import { findOpenBracket, findOpenQuote } from './opening.ts';
import type { Proposal, Reporter } from './reporter.ts';
import { inWords } from './syntax-words.ts';
import { lineAt } from './text-line.ts';
import { wayBack } from './way-back.ts';

const mostReported = 100;
/** Characters that no text needs and that YAML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

interface Found {
  readonly error: RawError;
  /** The text in which it was found. */
  readonly stage: Stage;
  readonly cause: Cause;
  readonly proposal?: Proposal;
}

export function reportSyntax(reporter: Reporter, errors: readonly RawError[]): void {
  reportControls(reporter);
  const { repairs, last } = findRepairs(reporter.source.text, errors);
  const unrepaired = last.errors.map((error): Found => ({ error, stage: last, cause: causeOf(error) }));
  for (const found of [...repairs, ...unrepaired].slice(0, mostReported)) {
    const { error, cause, proposal } = found;
    reporter.report({
      at: placeOf(reporter.source.text, found),
      path: '',
      rule: 'syntax',
      ...inWords(error, cause, thereOf(reporter.source.text, found)),
      suggestion: proposal,
    });
  }
}

function causeOf({ message }: RawError): Cause {
  if (message.includes('Missing closing')) return 'quote';
  return /Flow (?:map|sequence).* end with/.test(message) ? 'bracket' : 'as-found';
}

/** What is in the way: the sign that goes, else what the parser stumbled over. */
function thereOf(text: string, { error, stage, cause, proposal }: Found): string {
  const edit = proposal?.edits[0]?.span;
  if (cause === 'stray' && edit !== undefined) return text.slice(edit.start, edit.end);
  return stage.text.slice(error.start, error.end);
}

/** What is not closed is shown where it opens, a line that is moved where it starts, everything else where it stands. */
function placeOf(text: string, { error, stage, cause, proposal }: Found): Span {
  const back = wayBack(stage.edits);
  const edit = proposal?.edits[0]?.span.start;
  if (cause === 'stray' && edit !== undefined) return { start: edit, end: edit + 1 };
  if (cause === 'indentation' && edit !== undefined) {
    const line = lineAt(text, edit);
    return { start: line.start, end: line.start + Math.max(1, line.text.search(/\S/)) };
  }
  const isOpen = cause === 'quote' || cause === 'bracket';
  const opening = !isOpen ? undefined : openingOf(text, error, stage, cause, edit);
  if (opening !== undefined) return { start: opening, end: opening + 1 };
  const last = Math.min(Math.max(back(error.end), back(error.start) + 1), text.length);
  return { start: Math.min(back(error.start), last), end: last };
}

function openingOf(
  text: string,
  error: RawError,
  stage: Stage,
  cause: Cause,
  edit: number | undefined,
): number | undefined {
  const back = wayBack(stage.edits);
  if (cause === 'quote' && edit !== undefined) return findOpenQuote(text, edit, lineAt(text, edit).start);
  const opening = (cause === 'quote' ? findOpenQuote : findOpenBracket)(stage.text, error.start);
  return opening === undefined ? undefined : back(opening);
}

function reportControls(reporter: Reporter): void {
  let left = mostReported;
  for (const { index, 0: letter } of reporter.source.text.matchAll(control)) {
    if (left === 0) return;
    left -= 1;
    const code = `U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    const at = { start: index, end: index + 1 };
    reporter.report({
      at,
      path: '',
      rule: 'syntax',
      message: `The control character ${code} cannot stand in a document.`,
      expected: 'text',
      actual: code,
      suggestion: { text: `Remove ${code}.`, edits: [{ span: at, text: '' }] },
    });
  }
}
