/** Links a program into a machine, once per program, and reports all problems at once [K14.1]. */
import { isWhole } from './link/check-task.ts';
import { defaultLimits, maxDepth } from './link/limits.ts';
import { linkNet } from './link/link-net.ts';
import type { LinkedNet } from './link/linked.ts';
import { resolveNames } from './link/names.ts';
import { createProblems, type LinkProblem, type Problems } from './link/problem.ts';
import type { Evaluators } from './model/evaluator.ts';
import type { Resolve } from './model/payload.ts';
import type { Limits, Program } from './model/program.ts';
import { createMachine, type Machine } from './play/machine.ts';

export interface LinkOptions {
  /** Evaluators of the program's expressions, by name. */
  readonly evaluators?: Evaluators;
  /** Looks up the values that events carry by reference. */
  readonly resolve?: Resolve;
}

export type LinkResult =
  | { readonly kind: 'machine'; readonly machine: Machine }
  | { readonly kind: 'problems'; readonly problems: readonly LinkProblem[] };

export const link = (program: Program, options: LinkOptions = {}): LinkResult => {
  const problems = createProblems();
  const report = problems.at('');
  if (program.semantics !== 1) {
    report('semantics', `Unknown rule edition ${String(program.semantics)}. Use edition 1.`);
    return { kind: 'problems', problems: problems.found };
  }
  const limits = checkLimits(program.limits ?? {}, problems);
  const byId = new Map(program.nets.map((net, index) => [net.id, index]));
  if (byId.size < program.nets.length) report('duplicate', 'Two nets have the same id.');
  const names = resolveNames(program, problems);
  const netOf = (id: string) => {
    const index = byId.get(id);
    return index === undefined ? undefined : { index, names: names.get(id)! };
  };
  const nets = program.nets.map((net, index) =>
    linkNet(net, {
      index,
      names: names.get(net.id)!,
      net: netOf,
      compilerOptions: { evaluators: options.evaluators ?? {}, shared: program.shared },
      limits,
      problems,
    }),
  );
  const root = nets[byId.get(program.root) ?? -1];
  if (root === undefined) report('unknown-net', `Root net “${program.root}” does not exist.`);
  if (root === undefined || problems.found.length > 0) return { kind: 'problems', problems: problems.found };
  const resolve = options.resolve ?? unresolvable;
  return {
    kind: 'machine',
    machine: createMachine({
      root,
      nets,
      limits,
      unbound: unboundIn(nets),
      resolve,
      refusesMismatches: program.onMisfit === 'refuse',
    }),
  };
};

const unresolvable: Resolve = (hash) => {
  throw new Error(`Value ${hash} not found: link was called without a resolver.`);
};

const checkLimits = (given: Limits, problems: Problems): Required<Limits> => {
  for (const [name, value] of Object.entries(given)) {
    if (!isWhole(value, 1)) problems.at('')('limit', `The limit ${name} must be a whole number from 1.`);
  }
  if ((given.depth ?? 1) > maxDepth)
    problems.at('')('limit', `The limit depth can be ${maxDepth} at the most.`);
  return { ...defaultLimits, ...given };
};

/** Operations without a connector, in the order of the program, each once. */
const unboundIn = (nets: readonly LinkedNet[]): readonly string[] => {
  const unbound = new Set<string>();
  for (const { tasks } of nets) {
    for (const { work, undo } of tasks) {
      if (work.kind === 'call' && work.connector === '') unbound.add(work.operation);
      if (undo !== null && undo.connector === '') unbound.add(undo.operation);
    }
  }
  return [...unbound];
};
