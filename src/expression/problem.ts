/** A mistake in an expression: where, what, and, where it can be told, what to write instead. */
import type { Span } from './tree.ts';

export interface ExpressionProblem {
  readonly rule: ExpressionRule;
  readonly message: string;
  readonly span: Span;
  readonly expected: string;
  readonly actual: string;
  /** The text that would be right in place of the span's. */
  readonly fix: Fix | null;
}

export interface Fix {
  readonly span: Span;
  readonly text: string;
}

export type ExpressionRule =
  /** It cannot be read. */
  | 'expression-syntax'
  /** A name that is nowhere. */
  | 'unknown-name'
  /** A field that its value does not have. */
  | 'unknown-path'
  | 'unknown-function'
  /** An operator or a function applied to what it cannot take. */
  | 'expression-type'
  /** A regular expression that cannot be run. */
  | 'bad-pattern';

export const problem = (
  rule: ExpressionRule,
  span: Span,
  message: string,
  details: { readonly expected: string; readonly actual: string; readonly fix?: Fix | null },
): ExpressionProblem => ({ rule, message, span, ...details, fix: details.fix ?? null });

/** The text after every proposal was followed; proposals of one check never overlap. */
export const applyFixes = (text: string, problems: readonly ExpressionProblem[]): string =>
  problems
    .flatMap(({ fix }) => (fix === null ? [] : [fix]))
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((so, { span, text: put }) => so.slice(0, span.start) + put + so.slice(span.end), text);
