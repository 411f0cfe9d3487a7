/**
 * Collects the errors of a document by offset and returns them by position, without duplicates. Beyond a limit errors
 * are counted only, so that the cost of reading and the size of the answer stay bounded [L4].
 */
import type { Span } from '../../expression/index.ts';
import { rangeOf, type SourceText } from './source-text.ts';
import type { Suggestion, Violation } from './violation.ts';
import { listViolations, maxListed } from './violation-list.ts';

/** Replaces the text of a span. */
export interface SpanEdit {
  readonly span: Span;
  readonly text: string;
}

export interface Proposal {
  readonly text: string;
  readonly edits: readonly SpanEdit[];
}

export interface Mistake {
  readonly at: Span;
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** A function is called only if the error is listed. */
  readonly suggestion?: Proposal | (() => Proposal | undefined) | undefined;
}

export interface Reporter {
  readonly source: SourceText;
  report(mistake: Mistake): void;
  /** Number of errors, including those that are not listed. */
  count(): number;
  /** Whether further errors are only counted, so that nothing similar needs to be searched for them. */
  isFull(): boolean;
  /** In the order of the text. */
  violations(): readonly Violation[];
}

/** What several reporters of one document may list together. */
export interface ReportQuota {
  errors: number;
  /** Of all texts except those of edits. */
  characters: number;
  /** Of all edits as they are sent. */
  editCharacters: number;
  /** Whether an error was not listed. */
  isExceeded: boolean;
}

export const createReportQuota = (maxErrors = maxListed): ReportQuota => ({
  errors: maxErrors,
  characters: 400 * maxErrors,
  editCharacters: 300 * maxErrors,
  isExceeded: false,
});

const maxLength = { path: 300, message: 1_000, expected: 600, actual: 300, suggestion: 300 } as const;
/** Approximate size of an error, and of an edit, without its texts. */
const errorSize = 150;
const editSize = 70;

export function createReporter(source: SourceText, quota: ReportQuota = createReportQuota()): Reporter {
  const listed = new Map<string, { readonly at: Span; violation: Violation }>();
  const unlisted = new Set<string>();
  return {
    source,
    report(mistake) {
      const key = identityOf(mistake);
      const known = listed.get(key);
      if (known === undefined && (quota.errors <= 0 || quota.characters <= 0)) {
        quota.isExceeded = true;
        unlisted.add(key);
      } else if (known === undefined) {
        const violation = toViolation(source, mistake, quota);
        listed.set(key, { at: mistake.at, violation });
        quota.errors -= 1;
        quota.characters -= errorSize + lengthOf(violation);
      } else if (known.violation.suggestion === null) {
        known.violation = { ...known.violation, suggestion: toSuggestion(source, mistake, quota) };
      }
    },
    count: () => listed.size + unlisted.size,
    isFull: () => quota.isExceeded,
    violations: () =>
      listViolations(
        [...listed.values()]
          .sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end)
          .map(({ violation }) => violation),
        unlisted.size,
        Number.POSITIVE_INFINITY,
      ),
  };
}

const identityOf = ({ at, path, rule, message, expected, actual }: Mistake): string =>
  [at.start, at.end, path, rule, message, shorten(expected, 100), shorten(actual, 100)].join('\0');

function toViolation(source: SourceText, mistake: Mistake, quota: ReportQuota): Violation {
  const { at, path, rule, message, expected, actual } = mistake;
  return {
    path: shorten(path, maxLength.path),
    rule,
    message: shorten(message, maxLength.message),
    expected: shorten(expected, maxLength.expected),
    actual: shorten(actual, maxLength.actual),
    ...rangeOf(source, at),
    suggestion: toSuggestion(source, mistake, quota),
  };
}

/** Edits that are too long for the answer are left out, and their description stays. */
function toSuggestion(source: SourceText, { suggestion }: Mistake, quota: ReportQuota): Suggestion | null {
  const proposal = typeof suggestion === 'function' ? suggestion() : suggestion;
  if (proposal === undefined) return null;
  const size = proposal.edits.reduce((sum, { text }) => sum + editSize + text.length, 0);
  const fits = size <= quota.editCharacters;
  if (fits) quota.editCharacters -= size;
  const edits = fits ? proposal.edits : [];
  return {
    text: shorten(proposal.text, maxLength.suggestion),
    edits: edits.map(({ span, text }) => ({ ...rangeOf(source, span), text })),
  };
}

const lengthOf = ({ path, message, expected, actual, suggestion }: Violation): number =>
  path.length + message.length + expected.length + actual.length + (suggestion?.text.length ?? 0);

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
