/**
 * Reports syntax errors in plain language: one per cause, not one per parser error. Every proposal was tested: with
 * all of them applied the text has fewer errors.
 */
import type { Span } from '../../expression/index.ts';
import type { RawError } from './compose.ts';
import { createOffsetMapper } from './create-offset-mapper.ts';
import { findOpenBracket, findOpenQuote } from './find-opening.ts';
import { findRepairs, type RepairState, type SyntaxCause } from './find-repairs.ts';
import type { Proposal, Reporter } from './reporter.ts';
import { describeSyntaxError } from './syntax-messages.ts';
import { lineAt } from './text-line.ts';

const maxReported = 100;
/** Control characters, which YAML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

interface SyntaxFinding {
  readonly error: RawError;
  /** The text in which the error was found. */
  readonly state: RepairState;
  readonly cause: SyntaxCause;
  readonly proposal?: Proposal;
}

export function reportSyntax(reporter: Reporter, errors: readonly RawError[]): void {
  reportControls(reporter);
  const { repairs, last } = findRepairs(reporter.source.text, errors);
  const unrepaired = last.errors.map(
    (error): SyntaxFinding => ({ error, state: last, cause: causeOf(error) }),
  );
  for (const found of [...repairs, ...unrepaired].slice(0, maxReported)) {
    const { error, cause, proposal } = found;
    reporter.report({
      at: spanOfFinding(reporter.source.text, found),
      path: '',
      rule: 'syntax',
      ...describeSyntaxError(error, cause, offendingTextOf(reporter.source.text, found)),
      suggestion: proposal,
    });
  }
}

function causeOf({ message }: RawError): SyntaxCause {
  if (message.includes('Missing closing')) return 'quote';
  return /Flow (?:map|sequence).* end with/.test(message) ? 'bracket' : 'as-found';
}

/** The offending text: the character to remove, otherwise the text where the parser failed. */
function offendingTextOf(text: string, { error, state, cause, proposal }: SyntaxFinding): string {
  const edit = proposal?.edits[0]?.span;
  if (cause === 'stray' && edit !== undefined) return text.slice(edit.start, edit.end);
  return state.text.slice(error.start, error.end);
}

/**
 * An unclosed quote or bracket is reported where it opens, a moved line where it starts, any other error at its
 * position.
 */
function spanOfFinding(text: string, { error, state, cause, proposal }: SyntaxFinding): Span {
  const toOriginal = createOffsetMapper(state.edits);
  const edit = proposal?.edits[0]?.span.start;
  if (cause === 'stray' && edit !== undefined) return { start: edit, end: edit + 1 };
  if (cause === 'indentation' && edit !== undefined) {
    const line = lineAt(text, edit);
    return { start: line.start, end: line.start + Math.max(1, line.text.search(/\S/)) };
  }
  const isOpen = cause === 'quote' || cause === 'bracket';
  const opening = !isOpen ? undefined : findOpening(text, error, state, cause, edit);
  if (opening !== undefined) return { start: opening, end: opening + 1 };
  const last = Math.min(Math.max(toOriginal(error.end), toOriginal(error.start) + 1), text.length);
  return { start: Math.min(toOriginal(error.start), last), end: last };
}

function findOpening(
  text: string,
  error: RawError,
  state: RepairState,
  cause: SyntaxCause,
  edit: number | undefined,
): number | undefined {
  const toOriginal = createOffsetMapper(state.edits);
  if (cause === 'quote' && edit !== undefined) return findOpenQuote(text, edit, lineAt(text, edit).start);
  const opening = (cause === 'quote' ? findOpenQuote : findOpenBracket)(state.text, error.start);
  return opening === undefined ? undefined : toOriginal(opening);
}

function reportControls(reporter: Reporter): void {
  let left = maxReported;
  for (const { index, 0: letter } of reporter.source.text.matchAll(controlCharacters)) {
    if (left === 0) return;
    left -= 1;
    const code = `U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    const at = { start: index, end: index + 1 };
    reporter.report({
      at,
      path: '',
      rule: 'syntax',
      message: `The control character ${code} is not allowed in a document.`,
      expected: 'text',
      actual: code,
      suggestion: { text: `Remove ${code}.`, edits: [{ span: at, text: '' }] },
    });
  }
}
