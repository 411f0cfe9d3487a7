/** Computes an expression of a question flow: its names are questions, read from the answers. */
import { expressionEvaluator, isTrue, type Json, type Tree } from '../../expression/index.ts';
import type { Scope } from '../../kernel/index.ts';

/** The clock and the budget of an evaluation. */
export type Occasion = Pick<Scope, 'at' | 'effort'>;
export type LookUp = (name: string) => Json | undefined;

interface CompiledTree {
  readonly names: readonly string[];
  readonly compute: (scope: Scope) => Json;
}

const compiled = new WeakMap<Tree, CompiledTree>();

/** Throws if it has no value: an answer that it needs is missing, for instance. */
export function computeTree(tree: Tree, lookUp: LookUp, { at, effort }: Occasion): Json {
  const { names, compute } = compiled.get(tree) ?? compile(tree);
  return compute({ at, effort, get: (reference) => lookUp(names[reference] ?? '') });
}

/** Whether a condition holds. One that has no value does not; an answer that is not given is null. */
export function holds(tree: Tree | null, lookUp: LookUp, occasion: Occasion): boolean {
  if (tree === null) return true;
  try {
    return isTrue(computeTree(tree, (name) => lookUp(name) ?? null, occasion));
  } catch {
    return false;
  }
}

function compile(tree: Tree): CompiledTree {
  const names: string[] = [];
  const compute = expressionEvaluator.compile(tree as unknown as Json, (name) => names.push(name) - 1);
  const made = { names, compute };
  compiled.set(tree, made);
  return made;
}
