/**
 * Computes trees: the kernel's evaluator port, by its shape. Pure and synchronous; every evaluation has a budget, and
 * what has no value throws an Error that says why.
 */
import { compileTree, type Resolve } from './compile-tree.ts';
import { decodeTree } from './decode-tree.ts';
import { toJson } from './render.ts';
import type { Budget, Run, Scope } from './run.ts';
import type { Json } from './tree.ts';

const defaultBudget: Budget = { steps: 100_000, size: 1_048_576 };

export interface ExpressionEvaluator {
  compile(source: Json, resolve: Resolve): (scope: Scope) => Json;
}

const createEvaluator = (budget: Budget): ExpressionEvaluator => ({
  compile(source, resolve) {
    const compute = compileTree(decodeTree(source), resolve);
    return (scope) => {
      const run: Run = { scope, steps: budget.steps, size: budget.size, temporal: false };
      return toJson(compute(run), run);
    };
  },
});

export const expressionEvaluator: ExpressionEvaluator = createEvaluator(defaultBudget);
