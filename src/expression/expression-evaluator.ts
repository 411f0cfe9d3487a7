/**
 * Implements the kernel's evaluator port for trees. Pure and synchronous; every evaluation has a budget, and an
 * expression without a value throws an Error with the reason.
 */
import { compileTree, type Resolve } from './compile-tree.ts';
import { decodeTree } from './decode-tree.ts';
import type { Budget, Evaluation, Scope } from './evaluation.ts';
import { toJson } from './render.ts';
import type { Json } from './tree.ts';

const defaultBudget: Budget = { steps: 100_000, size: 1_048_576 };

export interface ExpressionEvaluator {
  compile(source: Json, resolve: Resolve): (scope: Scope) => Json;
}

const createEvaluator = (budget: Budget): ExpressionEvaluator => ({
  compile(source, resolve) {
    const compute = compileTree(decodeTree(source), resolve);
    return (scope) => {
      const { steps, size } = budget;
      const evaluation: Evaluation = { scope, steps, size, temporal: false, tolerant: 0 };
      return toJson(compute(evaluation), evaluation);
    };
  },
});

export const expressionEvaluator: ExpressionEvaluator = createEvaluator(defaultBudget);
