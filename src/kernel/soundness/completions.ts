/**
 * Explores every net with the knowledge which nets can complete: a task whose net cannot complete never succeeds. The
 * least fixed point is correct, so an endless recursion does not complete.
 */
import type { Net, Program } from '../model/program.ts';
import { type Fuel, unlimited } from '../or-join/fuel.ts';
import { type CheckedNet, createCheckedNet } from './checked-net.ts';
import { type Exploration, explore } from './explore.ts';

export interface ExploredNet {
  readonly net: CheckedNet;
  readonly exploration: Exploration;
  readonly completes: boolean;
}

export interface ExploreNetsOptions {
  /** Limit of markings per net. */
  readonly bound?: number;
  /** Budget of all nets together. Default: unlimited. */
  readonly fuel?: Fuel;
  /** Whether a net outside the program, which it uses with scope `own`, can complete [K16.8]. Default: none can. */
  readonly completes?: (net: string) => boolean;
}

export const defaultBound = 10_000;

export const exploreNets = (
  program: Program,
  { bound = defaultBound, fuel = unlimited, completes: outside = () => false }: ExploreNetsOptions = {},
): ReadonlyMap<string, ExploredNet> => {
  const explored = new Map<string, ExploredNet>();
  const inside = new Set(program.nets.map(({ id }) => id));
  const completes = (id: string): boolean =>
    inside.has(id) ? explored.get(id)?.completes === true : outside(id);
  const callers = findCallers(program);
  const open = new Set(inwardFirst(program));
  const exploreNet = (net: Net, before: ExploredNet | undefined): ExploredNet => {
    const isSpent = before !== undefined && fuel.left <= 0;
    const checked = isSpent ? before.net : createCheckedNet(net, program, completes, fuel);
    const exploration = explore(checked, { bound });
    const { clean, leftover, isFinished } = exploration;
    // A net that was not fully explored may complete.
    return { net: checked, exploration, completes: clean !== null || leftover !== null || !isFinished };
  };
  for (const net of open) {
    open.delete(net);
    const before = explored.get(net.id);
    const found = exploreNet(net, before);
    explored.set(net.id, found);
    if (before?.completes === true || !found.completes) continue;
    for (const caller of callers.get(net.id) ?? []) if (explored.has(caller.id)) open.add(caller);
  }
  return explored;
};

const netsUsedBy = (net: Net): readonly string[] =>
  net.tasks.flatMap(({ work }) => (work.kind === 'net' ? [work.net] : []));

const findCallers = (program: Program): ReadonlyMap<string, readonly Net[]> => {
  const callers = new Map<string, Net[]>();
  for (const net of program.nets) {
    for (const used of new Set(netsUsedBy(net))) {
      const known = callers.get(used);
      if (known === undefined) callers.set(used, [net]);
      else known.push(net);
    }
  }
  return callers;
};

/** Nets after those that they use, as far as possible: then few are explored twice. */
const inwardFirst = (program: Program): readonly Net[] => {
  const byId = new Map(program.nets.map((net) => [net.id, net]));
  const entered = new Set<Net>();
  const ordered: Net[] = [];
  for (const start of program.nets) {
    const path: { readonly net: Net; readonly inner: Iterator<string> }[] = [];
    const enter = (net: Net | undefined): void => {
      if (net === undefined || entered.has(net)) return;
      entered.add(net);
      path.push({ net, inner: netsUsedBy(net)[Symbol.iterator]() });
    };
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.inner.next();
      if (next.done !== true) {
        enter(byId.get(next.value));
        continue;
      }
      path.pop();
      ordered.push(top.net);
    }
  }
  return ordered;
};
