/**
 * Computes the type of a tree and reports its errors. Types are gradual: the check is silent about unknown types, so
 * every reported error is certain [E6].
 */

import { type Check, spanOfName, spanOfTree } from './check.ts';
import { checkCall } from './check-call.ts';
import { checkBinary, checkDuration, checkNegative } from './check-operator.ts';
import { checkIndex, checkMember } from './check-path.ts';
import { findNearest } from './find-nearest.ts';
import { type ExpressionProblem, type Fix, problem } from './problem.ts';
import type { Tree } from './tree.ts';
import { anyType, joinTypes, type Type, typeOfValue } from './value-type.ts';

export interface Checked {
  readonly type: Type;
  readonly problems: readonly ExpressionProblem[];
}

/** @param names candidates for the proposal of an unknown name; default: none */
export function checkExpression(
  tree: Tree,
  lookup: (name: string) => Type | undefined,
  names: () => readonly string[] = () => [],
): Checked {
  const problems: ExpressionProblem[] = [];
  const check: Check = {
    typeOf: (part) => typeOf(part, check),
    lookup,
    names,
    report: (rule, part, message, details) => {
      // A proposal that overlaps another is dropped, so that all proposals can be applied at once.
      const fix =
        problems.length >= maxFixes || problems.some((other) => overlap(other.fix, details.fix ?? null))
          ? null
          : (details.fix ?? null);
      const { expected, actual } = details;
      problems.push(problem(rule, details.span ?? spanOfTree(part), message, { expected, actual, fix }));
    },
  };
  return { type: check.typeOf(tree), problems };
}

/** Of one expression: each is compared with all others. */
const maxFixes = 200;

const overlap = (a: Fix | null, b: Fix | null): boolean =>
  a !== null && b !== null && a.span.start < b.span.end && b.span.start < a.span.end;

function typeOf(tree: Tree, check: Check): Type {
  switch (tree.kind) {
    case 'literal':
      return typeOfValue(tree.value);
    case 'name':
      return check.lookup(tree.name) ?? checkUnknownName(tree, check);
    case 'member':
      return checkMember(tree, check);
    case 'index':
      return checkIndex(tree, check);
    case 'not':
      check.typeOf(tree.of);
      return { kind: 'bool' };
    case 'negative':
      return checkNegative(tree, check);
    case 'binary':
      return checkBinary(tree, check);
    case 'duration':
      return checkDuration(tree, check);
    case 'list': {
      const types = tree.items.map(check.typeOf);
      return { kind: 'list', of: types.length === 0 ? anyType : types.reduce(joinTypes) };
    }
    case 'object': {
      const fields = tree.fields.map(({ key, value }) => ({
        name: key,
        type: check.typeOf(value),
        optional: false,
      }));
      return { kind: 'object', fields, open: false };
    }
    case 'call':
      return checkCall(tree, check);
    case 'text':
      for (const part of tree.parts) if (typeof part !== 'string') check.typeOf(part);
      return { kind: 'string' };
  }
}

function checkUnknownName(tree: Extract<Tree, { kind: 'name' }>, check: Check): Type {
  const names = check.names();
  const nearest = findNearest(tree.name, names);
  const whole = spanOfName(tree);
  // Keeps the dollar sign, if present.
  const span = { start: Math.max(whole.start, whole.end - tree.name.length), end: whole.end };
  const hint = nearest === undefined ? '' : ` Did you mean \`$${nearest}\`?`;
  const some = names.slice(0, 8).map((name) => `\`$${name}\``);
  check.report('unknown-name', tree, `Unknown name \`$${tree.name}\`.${hint}`, {
    expected: nearest === undefined ? (some.length === 0 ? 'no name' : some.join(', ')) : `\`$${nearest}\``,
    actual: `\`$${tree.name}\``,
    span: whole,
    fix: nearest === undefined ? null : { span, text: nearest },
  });
  return anyType;
}
