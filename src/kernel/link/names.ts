/**
 * Decides which variables a net can read and write [K13.5]. `own` nets see their own; `share` nets have none and use the
 * parent's; `inherit` nets read through and write locally, into slots made for what they write.
 */
import type { Expression, Net, Program } from '../model/program.ts';
import { maxDepth } from './limits.ts';
import type { Location } from './linked.ts';
import type { Problems } from './problem.ts';

export interface Names {
  /** Names of the slots: declared variables first, then undeclared names that an inheriting net writes. */
  readonly slots: readonly string[];
  readonly readable: (name: string) => readonly Location[];
  /** Where a task of the net writes the variable. */
  readonly writable: (name: string) => Location | undefined;
  /** The same, for declared names. */
  readonly declared: (name: string) => Location | undefined;
}

interface Use {
  readonly scope: 'own' | 'share' | 'inherit';
  readonly parent: string;
}

/** By net id. Nets with an invalid scope are reported and treated as `own`. */
export const resolveNames = (program: Program, problems: Problems): ReadonlyMap<string, Names> => {
  const nets = new Map(program.nets.map((net) => [net.id, net]));
  const uses = findUses(program, problems);
  const names = new Map<string, Names>();
  const namesOf = (net: Net): Names => {
    const known = names.get(net.id);
    if (known !== undefined) return known;
    const { scope, parent } = uses.get(net.id)!;
    const above = scope === 'own' ? null : namesOf(nets.get(parent)!);
    const made = createNames(net, scope, above, scope === 'inherit' ? writtenIn(net, uses, nets) : []);
    names.set(net.id, made);
    return made;
  };
  for (const net of nets.values()) namesOf(net);
  return names;
};

const createNames = (
  net: Net,
  scope: Use['scope'],
  above: Names | null,
  written: readonly string[],
): Names => {
  const declared = new Map(net.variables.map(({ name }, slot) => [name, slot]));
  const shadows =
    above === null ? [] : written.filter((name) => !declared.has(name) && above.readable(name).length > 0);
  const shadowSlots = new Map(shadows.sort().map((name, i) => [name, declared.size + i]));
  const up = ({ up, slot }: Location): Location => ({ up: up + 1, slot });
  const local = (name: string): Location | undefined => {
    const slot = declared.get(name) ?? shadowSlots.get(name);
    return slot === undefined ? undefined : { up: 0, slot };
  };
  return {
    slots: [...declared.keys(), ...shadowSlots.keys()],
    readable: (name) => {
      const here = local(name);
      const there = above === null || declared.has(name) ? [] : above.readable(name).map(up);
      return here === undefined ? there : [here, ...there];
    },
    writable: (name) => {
      if (scope !== 'share' || above === null) return local(name);
      const there = above.writable(name);
      return there === undefined ? undefined : up(there);
    },
    declared: (name) => {
      if (scope !== 'share' || above === null) return declared.has(name) ? local(name) : undefined;
      const there = above.declared(name);
      return there === undefined ? undefined : up(there);
    },
  };
};

/** Names that the tasks of a net assign, including those of nets that share its variables. */
const writtenIn = (net: Net, uses: ReadonlyMap<string, Use>, nets: ReadonlyMap<string, Net>): string[] => {
  const written = new Set<string>();
  const visit = (at: Net): void => {
    for (const task of at.tasks) {
      for (const { to } of task.outputs ?? []) written.add(to);
      if (task.catch?.as !== undefined) written.add(task.catch.as);
      if (task.timeout?.status !== undefined) written.add(task.timeout.status);
      if (task.work.kind !== 'net' || task.work.scope !== 'share') continue;
      for (const { to } of task.work.input ?? []) written.add(to);
      const below = nets.get(task.work.net);
      if (below !== undefined && uses.get(below.id)?.scope === 'share') visit(below);
    }
  };
  visit(net);
  return [...written];
};

/** How each net is used. A net that reads its parent's variables may have only one parent. */
const findUses = (program: Program, problems: Problems): ReadonlyMap<string, Use> => {
  const own: Use = { scope: 'own', parent: '' };
  const uses = new Map<string, Use>(program.nets.map((net) => [net.id, own]));
  const seen = new Map<string, Use>([[program.root, own]]);
  for (const net of program.nets) {
    for (const task of net.tasks) {
      if (task.work.kind !== 'net' || !uses.has(task.work.net)) continue;
      const { net: target, scope } = task.work;
      const use: Use = scope === 'own' ? own : { scope, parent: net.id };
      const before = seen.get(target) ?? use;
      if (before.scope !== use.scope || before.parent !== use.parent) {
        const message = `Net “${target}” is used with different scopes, or reads the variables of two nets. Use a copy.`;
        problems.at(net.id, task.id)('scope', message);
        continue;
      }
      seen.set(target, use);
      uses.set(target, use);
    }
  }
  for (const net of program.nets) checkScope(net, uses, problems);
  return uses;
};

const checkScope = (net: Net, uses: Map<string, Use>, problems: Problems): void => {
  const use = uses.get(net.id)!;
  if (use.scope === 'share' && net.variables.length > 0) {
    problems.at(net.id)('scope', 'A net that shares the variables of its parent cannot declare its own.');
  }
  for (let at = use, hops = 0; at.scope !== 'own'; at = uses.get(at.parent)!, hops++) {
    if (hops < maxDepth) continue;
    const message = `Nets that read the variables of other nets are nested more than ${maxDepth} deep, or form a cycle.`;
    problems.at(net.id)('scope', message);
    uses.set(net.id, { scope: 'own', parent: '' });
    return;
  }
};

/** The names that an expression reads and requires. */
export const needsOf = (expression: Expression): readonly string[] => {
  switch (expression.kind) {
    case 'read':
      return [expression.name];
    case 'value':
      return [];
    case 'record':
      return expression.fields.flatMap(({ value }) => needsOf(value));
    case 'eval':
      return expression.reads.filter((name) => expression.optional?.includes(name) !== true);
  }
};
