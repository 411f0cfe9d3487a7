/** A text with the current position and the problems found so far. */
import { type ExpressionProblem, type Fix, problem } from './problem.ts';
import { readToken, type Token, unreadable } from './token.ts';
import type { Span } from './tree.ts';

/** Maximum nesting of an expression, for texts and for trees in a program. */
export const maxDepth = 100;

export interface Reader {
  readonly text: string;
  /** Whether names are written without `$`. */
  readonly bare: boolean;
  readonly problems: ExpressionProblem[];
  peek(): Token;
  next(): Token;
  /** Consumes the next token if it is one of these signs or words. */
  accept(...texts: readonly string[]): Token | undefined;
  /** Consumes a required sign. */
  expect(sign: string, after: string): Token;
  /** Reports an error and continues. */
  report(span: Span, message: string, expected: string, actual: string, fix?: Fix | null): void;
  /** Parses one level deeper. */
  nested<T>(read: () => T): T;
}

export function createReader(text: string, start: number, bare: boolean): Reader {
  const problems: ExpressionProblem[] = [];
  let position = start;
  let ahead: Token | undefined;
  let afterDot = false;
  let depth = 0;
  const peek = (): Token => {
    ahead ??= readToken(text, position, afterDot);
    return ahead;
  };
  const next = (): Token => {
    const token = peek();
    ahead = undefined;
    position = token.end;
    afterDot = token.kind === 'sign' && (token.text === '.' || token.text === '?.');
    return token;
  };
  return {
    text,
    bare,
    problems,
    peek,
    next,
    accept(...texts) {
      const token = peek();
      const found = (token.kind === 'sign' || token.kind === 'word') && texts.includes(token.text);
      return found ? next() : undefined;
    },
    expect(sign, after) {
      const token = peek();
      if (token.kind === 'sign' && token.text === sign) return next();
      const fix =
        token.kind === 'end' ? { span: { start: token.start, end: token.start }, text: sign } : null;
      throw unreadable(
        spanOf(token),
        `\`${sign}\` is missing after ${after}.`,
        `\`${sign}\``,
        describeToken(text, token),
        fix,
      );
    },
    report(span, message, expected, actual, fix = null) {
      problems.push(problem('expression-syntax', span, message, { expected, actual, fix }));
    },
    nested(read) {
      depth += 1;
      if (depth > maxDepth) throw tooDeep(spanOf(peek()));
      const result = read();
      depth -= 1;
      return result;
    },
  };
}

export const tooDeep = (span: Span) =>
  unreadable(
    span,
    `The expression is nested more than ${maxDepth} levels deep.`,
    `at most ${maxDepth} levels; a chain of operators counts one each`,
    'more',
  );

export const spanOf = ({ start, end }: Span): Span => ({ start, end });

export const describeToken = (text: string, token: Token): string =>
  token.kind === 'end' ? 'the end' : `\`${text.slice(token.start, token.end)}\``;
