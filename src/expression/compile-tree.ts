/** Compiles a tree into closures. Resolves names, functions and literal patterns before the run. */

import { type ArithmeticOperator, calculate } from './arithmetic.ts';
import { isEqual, isIn, order } from './compare.ts';
import { compileCall, orAbsent } from './compile-call.ts';
import {
  type Computation,
  charge,
  type Evaluation,
  makeDurationValue,
  spend,
  spendSize,
} from './evaluation.ts';
import { EvaluationFailure, failure, locate } from './failure.ts';
import { type MemberAccess, readIndex, readMember } from './member-access.ts';
import { render } from './render.ts';
import type { Tree } from './tree.ts';
import { isDurationValue, isTrue, kindOf, type Value } from './value.ts';
import { describeType } from './value-type.ts';

export type Resolve = (name: string) => number | undefined;

export function compileTree(tree: Tree, resolve: Resolve): Computation {
  const compile = (part: Tree): Computation => compileTree(part, resolve);
  switch (tree.kind) {
    case 'literal': {
      const { value } = tree;
      return () => value;
    }
    case 'name':
      return compileName(tree.name, resolve);
    case 'member':
    case 'index':
      return compileAccess(tree, compile);
    case 'not': {
      const of = compile(tree.of);
      return (evaluation) => {
        charge(evaluation, 1);
        return !isTrue(of(evaluation));
      };
    }
    case 'negative':
      return compileNegative(tree, compile(tree.of));
    case 'binary':
      return compileBinary(tree, compile(tree.left), compile(tree.right));
    case 'duration':
      return compileDuration(tree, compile(tree.amount));
    case 'list': {
      const items = tree.items.map(compile);
      return (evaluation) => {
        spend(evaluation, items.length);
        spendSize(evaluation, items.length);
        return items.map((item) => item(evaluation));
      };
    }
    case 'object': {
      const fields = tree.fields.map(({ key, value }) => [key, compile(value)] as const);
      return (evaluation) => {
        spend(evaluation, fields.length);
        spendSize(evaluation, fields.length);
        return Object.fromEntries(fields.map(([key, value]) => [key, value(evaluation)]));
      };
    }
    case 'call':
      return compileCall(tree, compile, resolve);
    case 'text':
      return compileText(tree.parts.map((part) => (typeof part === 'string' ? part : compile(part))));
  }
}

function compileName(name: string, resolve: Resolve): Computation {
  const reference = resolve(name);
  if (reference === undefined) throw new Error(`The name \`$${name}\` does not exist.`);
  return (evaluation) => {
    spend(evaluation, 1);
    const value = evaluation.scope.get(reference);
    if (value === undefined) throw new EvaluationFailure('absent', `\`$${name}\` is not set.`);
    return value;
  };
}

function compileAccess(tree: MemberAccess, compile: (part: Tree) => Computation): Computation {
  const of = compile(tree.of);
  const take = compileTake(tree, compile);
  const compute: Computation = (evaluation) => take(of(evaluation), evaluation);
  return tree.safe ? (evaluation) => orAbsent(compute, evaluation) ?? null : compute;
}

function compileTake(
  tree: MemberAccess,
  compile: (part: Tree) => Computation,
): (value: Value, evaluation: Evaluation) => Value {
  if (tree.kind === 'member') {
    const { key } = tree;
    return (value, evaluation) => {
      spend(evaluation, 1);
      return readMember(value, key, tree, evaluation);
    };
  }
  const index = compile(tree.index);
  return (value, evaluation) => {
    spend(evaluation, 1);
    return readIndex(value, index(evaluation), tree, evaluation);
  };
}

function compileNegative(tree: Tree, of: Computation): Computation {
  return (evaluation) => {
    spend(evaluation, 1);
    const value = of(evaluation);
    if (typeof value === 'number') return 0 - value;
    if (isDurationValue(value)) return makeDurationValue(evaluation, -value.milliseconds);
    const kind = describeType({ kind: kindOf(value) });
    throw failure('type', tree, `\`-\` takes a number or a duration, not ${kind}.`);
  };
}

type Binary = Extract<Tree, { kind: 'binary' }>;

function compileBinary(tree: Binary, left: Computation, right: Computation): Computation {
  const { operator } = tree;
  switch (operator) {
    case '&&':
      return (evaluation) => {
        charge(evaluation, 1);
        return isTrue(left(evaluation)) && isTrue(right(evaluation));
      };
    case '||':
      return (evaluation) => {
        charge(evaluation, 1);
        return isTrue(left(evaluation)) || isTrue(right(evaluation));
      };
    case '==':
      return (evaluation) => {
        spend(evaluation, 1);
        return isEqual(left(evaluation), right(evaluation), evaluation);
      };
    case '!=':
      return (evaluation) => {
        spend(evaluation, 1);
        return !isEqual(left(evaluation), right(evaluation), evaluation);
      };
    case 'in':
      return (evaluation) => {
        const [item, container] = [left(evaluation), right(evaluation)];
        const found = isIn(item, container, evaluation);
        if (found === undefined) throw mismatch(tree, item, container);
        return found;
      };
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(tree, left, right, orders[operator]);
    default:
      return compileArithmetic(tree, operator, left, right);
  }
}

const orders: Readonly<Record<'<' | '<=' | '>' | '>=', (between: number) => boolean>> = {
  '<': (between) => between < 0,
  '<=': (between) => between <= 0,
  '>': (between) => between > 0,
  '>=': (between) => between >= 0,
};

function compileOrder(
  tree: Binary,
  left: Computation,
  right: Computation,
  holds: (between: number) => boolean,
): Computation {
  return (evaluation) => {
    spend(evaluation, 1);
    const [a, b] = [left(evaluation), right(evaluation)];
    const between = order(a, b, evaluation);
    if (typeof between === 'number') return holds(between);
    if (between === 'no date')
      throw failure('value', tree, 'a text that is compared with a date is not a date.');
    throw mismatch(tree, a, b);
  };
}

function compileArithmetic(
  tree: Binary,
  operator: ArithmeticOperator,
  left: Computation,
  right: Computation,
): Computation {
  return (evaluation) => {
    spend(evaluation, 1);
    const [a, b] = [left(evaluation), right(evaluation)];
    let result: Value | undefined;
    try {
      result = calculate(operator, a, b, evaluation);
    } catch (error) {
      throw locate(error, tree);
    }
    if (result === undefined) throw mismatch(tree, a, b);
    return result;
  };
}

function compileDuration(tree: Extract<Tree, { kind: 'duration' }>, amount: Computation): Computation {
  const { unit } = tree;
  return (evaluation) => {
    spend(evaluation, 1);
    const value = amount(evaluation);
    if (typeof value !== 'number') {
      const kind = describeType({ kind: kindOf(value) });
      throw failure('type', tree, `the amount of a duration must be a number, not ${kind}.`);
    }
    try {
      return makeDurationValue(evaluation, value * unit);
    } catch (error) {
      throw locate(error, tree);
    }
  };
}

function compileText(parts: readonly (string | Computation)[]): Computation {
  return (evaluation) => {
    spend(evaluation, parts.length);
    let text = '';
    for (const part of parts) {
      const piece = typeof part === 'string' ? part : render(part(evaluation), evaluation);
      spendSize(evaluation, piece.length);
      text += piece;
    }
    return text;
  };
}

function mismatch(tree: Binary, a: Value, b: Value): EvaluationFailure {
  const [left, right] = [a, b].map((value) => describeType({ kind: kindOf(value) }));
  const hint = tree.operator === '+' ? ' Use `string(…)` to convert a value to a text.' : '';
  return failure('type', tree, `\`${tree.operator}\` does not accept ${left} and ${right}.${hint}`);
}
