/** The shared state of the check: types of parts, known names, and the error report. */
import { printExpression } from './print-expression.ts';
import type { ExpressionRule, Fix } from './problem.ts';
import type { Span, Tree } from './tree.ts';
import type { Type } from './value-type.ts';

export interface Check {
  readonly typeOf: (tree: Tree) => Type;
  readonly lookup: (name: string) => Type | undefined;
  readonly names: () => readonly string[];
  readonly report: (rule: ExpressionRule, tree: Tree, message: string, details: ProblemDetails) => void;
}

interface ProblemDetails {
  readonly expected: string;
  readonly actual: string;
  readonly fix?: Fix | null;
  /** The span, if it is only a piece of the part. */
  readonly span?: Span;
}

export const spanOfTree = (tree: Tree): Span => tree.span ?? { start: 0, end: 0 };

/** Without parentheses. */
export const spanOfName = (tree: Extract<Tree, { kind: 'name' | 'member' }>): Span =>
  tree.at ?? spanOfTree(tree);

export const quoted = (tree: Tree): string => `\`${printExpression(tree)}\``;

export const isNumeric = ({ kind }: Type): boolean => kind === 'int' || kind === 'number';

/** The text of a literal; undefined if it is not a text. */
export const literalText = (tree: Tree): string | undefined =>
  tree.kind === 'literal' && typeof tree.value === 'string' ? tree.value : undefined;

export const replaceWith = (tree: Tree, text: string): Fix => ({ span: spanOfTree(tree), text });

/** The number in a literal text: `"0"` → `0`. */
export function asNumberFix(tree: Tree): Fix | null {
  const text = literalText(tree);
  const isNumber = text !== undefined && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text);
  return isNumber ? replaceWith(tree, text) : null;
}

export const asTextFix = (tree: Tree): Fix => replaceWith(tree, `string(${printExpression(tree)})`);
