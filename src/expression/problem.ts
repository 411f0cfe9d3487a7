/** An error in an expression: position, message and, if known, a correction. */
import type { Span } from './tree.ts';

export interface ExpressionProblem {
  readonly rule: ExpressionRule;
  readonly message: string;
  readonly span: Span;
  readonly expected: string;
  readonly actual: string;
  /** The correct text for the span. */
  readonly fix: Fix | null;
}

export interface Fix {
  readonly span: Span;
  readonly text: string;
}

export type ExpressionRule =
  /** The expression cannot be parsed. */
  | 'expression-syntax'
  /** The name does not exist. */
  | 'unknown-name'
  /** The value does not have the field. */
  | 'unknown-path'
  | 'unknown-function'
  /** An operator or a function applied to a value of the wrong type. */
  | 'expression-type'
  /** An invalid regular expression. */
  | 'bad-pattern';

export const problem = (
  rule: ExpressionRule,
  span: Span,
  message: string,
  details: { readonly expected: string; readonly actual: string; readonly fix?: Fix | null },
): ExpressionProblem => ({ rule, message, span, ...details, fix: details.fix ?? null });

/** Applies every proposal; proposals of one check never overlap. */
export const applyFixes = (text: string, problems: readonly ExpressionProblem[]): string =>
  problems
    .flatMap(({ fix }) => (fix === null ? [] : [fix]))
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((so, { span, text: put }) => so.slice(0, span.start) + put + so.slice(span.end), text);
