/** Collects the errors of a document by offset and returns them by position, without duplicates. */
import type { Span } from '../../expression/index.ts';
import type { Violation } from '../violation.ts';
import { rangeOf, type SourceText } from './source-text.ts';

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
  readonly suggestion?: Proposal | undefined;
}

export interface Reporter {
  readonly source: SourceText;
  report(mistake: Mistake): void;
  /** In the order of the text. */
  violations(): readonly Violation[];
}

export function createReporter(source: SourceText): Reporter {
  const found = new Map<string, { readonly at: Span; readonly violation: Violation }>();
  return {
    source,
    report(mistake) {
      const violation = toViolation(source, mistake);
      const { suggestion, ...identity } = violation;
      const key = JSON.stringify(identity);
      if (found.get(key)?.violation.suggestion == null) found.set(key, { at: mistake.at, violation });
    },
    violations: () =>
      [...found.values()]
        .sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end)
        .map(({ violation }) => violation),
  };
}

function toViolation(source: SourceText, mistake: Mistake): Violation {
  const { at, path, rule, message, expected, actual, suggestion } = mistake;
  const edits = suggestion?.edits.map(({ span, text }) => ({ ...rangeOf(source, span), text }));
  return {
    path,
    rule,
    message,
    expected,
    actual,
    ...rangeOf(source, at),
    suggestion: suggestion === undefined || edits === undefined ? null : { text: suggestion.text, edits },
  };
}
