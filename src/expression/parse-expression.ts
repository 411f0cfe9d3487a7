/**
 * Parses a text in the `$name` spelling into a tree. Never throws: returns syntax errors as problems. Reports
 * operators of other languages with the right spelling, and continues after them.
 */
import { parseOperand } from './parse-operand.ts';
import { parts } from './parts.ts';
import { printExpression } from './print-expression.ts';
import { type ExpressionProblem, problem } from './problem.ts';
import { createReader, describeToken, maxDepth, type Reader, spanOf, tooDeep } from './reader.ts';
import { Unreadable, unreadable } from './token.ts';
import type { BinaryOperator, Tree } from './tree.ts';

export type Parsed =
  | { readonly kind: 'tree'; readonly tree: Tree }
  | { readonly kind: 'problems'; readonly problems: readonly ExpressionProblem[] };

/** Maximum length of a text. */
export const maxExpressionLength = 20_000;

/** `bare`: names may be written without `$`, as inside `${…}`. */
export function parseExpression(text: string, options: { readonly bare?: boolean } = {}): Parsed {
  const tooLong = checkLength(text);
  if (tooLong !== undefined) return { kind: 'problems', problems: [tooLong] };
  const read = readExpression(text, 0, options.bare ?? false, (reader) => {
    const token = reader.peek();
    if (token.kind !== 'end') throw unexpected(reader);
    return token.end;
  });
  if (read.kind === 'tree') return { kind: 'tree', tree: read.tree };
  return read;
}

export const checkLength = (text: string): ExpressionProblem | undefined =>
  text.length <= maxExpressionLength
    ? undefined
    : problem(
        'expression-syntax',
        { start: maxExpressionLength, end: text.length },
        'The text is too long.',
        {
          expected: `at most ${maxExpressionLength} characters`,
          actual: `${text.length} characters`,
        },
      );

/** Parses one expression from `start`; `finish` consumes the text after it and returns the end. */
export function readExpression(
  text: string,
  start: number,
  bare: boolean,
  finish: (reader: Reader) => number,
): Parsed & { readonly end: number } {
  const reader = createReader(text, start, bare);
  const failed = (found: readonly ExpressionProblem[]) =>
    ({ kind: 'problems', problems: found, end: text.length }) as const;
  try {
    const tree = parseOr(reader);
    const end = finish(reader);
    refuseTooDeep(tree);
    return reader.problems.length > 0 ? failed(reader.problems) : { kind: 'tree', tree, end };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return failed([...reader.problems, error.problem]);
  }
}

/** Operators of other languages. */
const foreignOperators = new Map([
  ['and', 'and'],
  ['or', 'or'],
  ['in', 'in'],
  ['is', '=='],
  ['eq', '=='],
  ['equals', '=='],
  ['mod', '%'],
]);

export function unexpected(reader: Reader): Unreadable {
  const token = reader.peek();
  const actual = describeToken(reader.text, token);
  const rest = { start: token.start, end: token.end };
  if (token.kind === 'sign' && /^[)\]}]$/.test(token.text)) {
    return unreadable(rest, `${actual} has no opening bracket.`, 'the end', actual, { span: rest, text: '' });
  }
  const meant = token.kind === 'word' ? foreignOperators.get(token.text.toLowerCase()) : undefined;
  if (meant !== undefined) {
    const fix = { span: rest, text: meant };
    return unreadable(rest, `Write \`${meant}\` instead of ${actual}.`, `\`${meant}\``, actual, fix);
  }
  return unreadable(
    rest,
    `${actual} is unexpected after the previous value.`,
    'an operator or the end',
    actual,
  );
}

function parseOr(reader: Reader): Tree {
  let left = parseAnd(reader);
  for (;;) {
    if (!acceptLogical(reader, '||', 'or', '|')) return left;
    left = binary('||', left, parseAnd(reader));
  }
}

function parseAnd(reader: Reader): Tree {
  let left = parseNot(reader);
  for (;;) {
    if (!acceptLogical(reader, '&&', 'and', '&')) return left;
    left = binary('&&', left, parseNot(reader));
  }
}

function acceptLogical(reader: Reader, sign: string, word: string, single: string): boolean {
  if (reader.accept(sign, word) !== undefined) return true;
  const mistaken = reader.accept(single);
  if (mistaken === undefined) return false;
  const span = spanOf(mistaken);
  reader.report(
    span,
    `Write \`${sign}\` instead of \`${single}\`.`,
    `\`${sign}\` or \`${word}\``,
    `\`${single}\``,
    {
      span,
      text: sign,
    },
  );
  return true;
}

function parseNot(reader: Reader): Tree {
  const not = reader.accept('not');
  if (not === undefined) return parseComparison(reader);
  const of = reader.nested(() => parseNot(reader));
  return { kind: 'not', of, span: { start: not.start, end: of.span?.end ?? not.end } };
}

interface Comparison {
  readonly operator: BinaryOperator;
  readonly negated: boolean;
}

const comparisons = new Map<string, BinaryOperator>(
  (['==', '!=', '<', '<=', '>', '>=', 'in'] as const).map((operator) => [operator, operator]),
);
const misspelt = new Map<string, BinaryOperator>([
  ['=', '=='],
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
]);

function acceptComparison(reader: Reader): Comparison | undefined {
  if (reader.accept('not') !== undefined) {
    if (reader.accept('in') !== undefined) return { operator: 'in', negated: true };
    const token = reader.peek();
    const actual = describeToken(reader.text, token);
    throw unreadable(spanOf(token), 'After a value, `not` must be followed by `in`.', '`not in`', actual);
  }
  const token = reader.accept(...comparisons.keys(), ...misspelt.keys());
  if (token === undefined || (token.kind !== 'sign' && token.kind !== 'word')) return undefined;
  const right = misspelt.get(token.text);
  if (right !== undefined) {
    const span = spanOf(token);
    const fix = { span, text: right };
    reader.report(
      span,
      `Write \`${right}\` instead of \`${token.text}\`.`,
      `\`${right}\``,
      `\`${token.text}\``,
      fix,
    );
  }
  const operator = right ?? comparisons.get(token.text);
  return operator === undefined ? undefined : { operator, negated: false };
}

function parseComparison(reader: Reader): Tree {
  const known = reader.problems.length;
  const left = parseSum(reader);
  const comparison = acceptComparison(reader);
  if (comparison === undefined) return left;
  const middle = parseSum(reader);
  const compared = compare(comparison, left, middle);
  const another = acceptComparison(reader);
  if (another === undefined) return compared;
  const both = binary('&&', compared, compare(another, middle, parseSum(reader)));
  refuseTooDeep(both);
  const text = printExpression(both);
  const span = both.span ?? { start: 0, end: 0 };
  const actual = `\`${reader.text.slice(span.start, span.end)}\``;
  // The proposal replaces the whole chain; proposals inside it would overlap.
  reader.problems.push(...reader.problems.splice(known).map((each) => ({ ...each, fix: null })));
  reader.report(span, 'Comparisons cannot be chained.', `\`${text}\``, actual, { span, text });
  return both;
}

function compare({ operator, negated }: Comparison, left: Tree, right: Tree): Tree {
  const compared = binary(operator, left, right);
  return negated ? { kind: 'not', of: compared, ...spanFrom(compared) } : compared;
}

function parseSum(reader: Reader): Tree {
  return parseChain(reader, ['+', '-'], () =>
    parseChain(reader, ['*', '/', '%'], () => parseOperand(reader, parseOr)),
  );
}

function parseChain(reader: Reader, operators: readonly BinaryOperator[], parse: () => Tree): Tree {
  let left = parse();
  for (;;) {
    const token = reader.accept(...operators);
    const operator = token?.kind === 'sign' ? operators.find((each) => each === token.text) : undefined;
    if (operator === undefined) return left;
    left = binary(operator, left, parse());
  }
}

const binary = (operator: BinaryOperator, left: Tree, right: Tree): Tree => ({
  kind: 'binary',
  operator,
  left,
  right,
  span: { start: left.span?.start ?? 0, end: right.span?.end ?? 0 },
});

const spanFrom = (tree: Tree) => (tree.span === undefined ? {} : { span: tree.span });

/** A chain of operators is a deep tree although its text is flat; measured without recursion. */
function refuseTooDeep(tree: Tree): void {
  let level: readonly Tree[] = [tree];
  for (let depth = 0; depth < maxDepth; depth++) level = level.flatMap((each) => parts(each));
  const [deep] = level;
  if (deep !== undefined) throw tooDeep(deep.span ?? { start: 0, end: 0 });
}
