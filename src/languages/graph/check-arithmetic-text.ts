/** Warns about arguments that look like an expression but are text: `$a.n + 1` inserts a value before “ + 1”. */
import { parseExpression, type Tree } from '../../expression/index.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceInScalar } from '../document/scalar-edits.ts';
import type { FormulaOccurrence } from './formulas.ts';

export function checkArithmeticText(
  { formula: { tree, scalar }, spelling }: FormulaOccurrence,
  warnings: Reporter,
): void {
  const text = String(scalar.value ?? '');
  if (spelling !== 'template' || tree.kind !== 'text' || !text.startsWith('$')) return;
  const parsed = parseExpression(text);
  if (parsed.kind !== 'tree' || !computed(parsed.tree)) return;
  warnings.report({
    at: scalar.span,
    path: scalar.path,
    rule: 'text-not-computed',
    message: 'This is a text with inserted values. It is not computed.',
    expected: 'a dollar sign and braces around the expression',
    actual: 'a text',
    suggestion: {
      text: `To compute it, write \${${text}}`,
      edits: replaceInScalar(warnings.source, scalar, 0, text.length, `\${${text}}`),
    },
  });
}

/** A dash between two names is as likely a hyphen. */
function computed(tree: Tree): boolean {
  if (tree.kind !== 'binary') return false;
  return (
    tree.operator !== '-' ||
    [tree.left, tree.right].some(({ kind }) => kind === 'literal' || kind === 'duration')
  );
}
