/** Builds nets of blocks, each from one place to another: they mostly end what they begin. */
import type { Flow, Routing, Work } from '../../src/kernel/model/program.ts';
import { expr } from '../../src/testing/stand-ins/sample-evaluator.ts';
import {
  addPlace,
  addTask,
  type BlockKind,
  type NetDraft,
  type ProgramDraft,
  type TaskDraft,
} from './net-draft.ts';
import { randomEach, workOnItem } from './random-each.ts';
import { flagExpression, likelyFlag } from './random-expression.ts';
import { callWork, equip, failWork, offerWork, waitWork } from './random-work.ts';
import { declareCounter } from './variable-kind.ts';

/** The minimum number of tasks of a block, and a sufficient number, since a choice leaves most of them unused. */
const sizes: Readonly<Record<BlockKind, readonly [least: number, most: number]>> = {
  sequence: [2, 99],
  and: [4, 99],
  or: [4, 99],
  xor: [3, 6],
  loop: [3, 99],
  choice: [2, 5],
  handled: [2, 5],
};

/** The body of a net. Often a loop, otherwise at least a sequence, so that runs are long. */
export function addBody(draft: ProgramDraft, net: NetDraft, budget: number): void {
  const kinds: readonly BlockKind[] = budget >= 7 && net.level === 1 ? ['loop', 'loop', 'sequence'] : [];
  const add = draft.random.chance(0.8) && kinds.length > 0 ? blocks[draft.random.pick(kinds)] : addBlock;
  add(draft, net, net.input, net.output, budget);
}

/** Adds a block of up to about `budget` tasks that leads from one place to another. */
function addBlock(draft: ProgramDraft, net: NetDraft, from: string, to: string, budget: number): void {
  const kinds = (Object.keys(sizes) as BlockKind[]).filter(
    (kind) => sizes[kind][0] <= budget && budget <= sizes[kind][1],
  );
  if (kinds.length === 0) {
    addWork(draft, net, from, to);
    return;
  }
  const kind = draft.random.weighted(kinds.map((kind) => [draft.profile.blocks[kind], kind]));
  blocks[kind](draft, net, from, to, budget);
}

type Block = (draft: ProgramDraft, net: NetDraft, from: string, to: string, budget: number) => void;

const blocks: Readonly<Record<BlockKind, Block>> = {
  sequence(draft, net, from, to, budget) {
    const middle = addPlace(net);
    const first = draft.random.between(1, budget - 1);
    addBlock(draft, net, from, middle, first);
    addBlock(draft, net, middle, to, budget - first);
  },

  and(draft, net, from, to, budget) {
    const { begins, ends } = addBranches(draft, net, budget - 2);
    const split = addTask(net, [from], begins);
    const join = addTask(net, ends, [to]);
    join.join = draft.random.weighted<Routing>([
      [5, 'and'],
      [3, 'or'],
      [1, 'xor'],
    ]);
    for (const task of [split, join]) addRoutingWork(draft, net, task);
    // A discriminator: the first branch that completes cancels the others.
    if (join.join === 'xor' && draft.random.chance(0.7))
      join.cancels = { places: [...begins, ...ends], tasks: [] };
  },

  or(draft, net, from, to, budget) {
    const { begins, ends } = addBranches(draft, net, budget - 2);
    const split = addTask(net, [from], []);
    split.split = 'or';
    split.flows = guarded(draft, net, begins, 0.4, 0.6);
    const join = addTask(net, ends, [to]);
    join.join = draft.random.chance(0.95) ? 'or' : 'xor';
    for (const task of [split, join]) addRoutingWork(draft, net, task);
  },

  xor(draft, net, from, to, budget) {
    const { random } = draft;
    const joined = budget >= 4 && random.chance(0.5);
    const { begins, ends } = addBranches(
      draft,
      net,
      joined ? budget - 2 : budget - 1,
      joined ? undefined : to,
    );
    const split = addTask(net, [from], []);
    split.split = 'xor';
    split.flows = guarded(draft, net, begins, 0.05, 0);
    addRoutingWork(draft, net, split);
    if (!joined) return;
    const join = addTask(net, ends, [to]);
    join.join = random.chance(0.7) ? 'xor' : 'or';
    addRoutingWork(draft, net, join);
  },

  loop(draft, net, from, to, budget) {
    const { random } = draft;
    const [begin, end] = [addPlace(net), addPlace(net)];
    // The input place takes no flows, so a loop over it needs a task that joins.
    const joined = from === net.input || random.chance(0.5);
    const back = joined ? addPlace(net) : from;
    const entry = addTask(net, joined ? [from, back] : [from], [begin]);
    entry.join = joined
      ? random.weighted<Routing>([
          [5, 'xor'],
          [1, 'or'],
        ])
      : 'and';
    addRoutingWork(draft, net, entry);
    addBlock(draft, net, begin, end, budget - 2);
    const exit = addTask(net, [end], []);
    const counter = declareCounter(draft, net);
    const passes = random.between(2, 5);
    const again = random.chance(0.9)
      ? expr(['lt', ['get', counter], ['lit', passes]])
      : flagExpression(draft, net);
    exit.split = 'xor';
    exit.flows = random.shuffle<Flow>([
      { to: back, guard: again },
      { to, default: true },
    ]);
    exit.outputs = [{ to: counter, value: expr(['add', ['get', counter], ['lit', 1]]) }];
  },

  choice(draft, net, from, to, budget) {
    const { random } = draft;
    const ways = Math.min(budget, random.between(2, 3));
    for (let way = 0; way < ways; way++) {
      const next = budget - ways >= 1 && random.chance(0.5) ? addPlace(net) : to;
      const task = addTask(net, [from], [next]);
      const offers = random.chance(0.7);
      task.work = offers ? offerWork(draft, net) : random.pick([waitWork, callWork])(draft, net);
      if (offers && random.chance(0.15)) task.each = randomEach(draft, net);
      equip(draft, net, task, to);
      if (next !== to) addBlock(draft, net, next, to, Math.floor((budget - ways) / 2));
    }
  },

  handled(draft, net, from, to, budget) {
    const { random } = draft;
    const [next, handler] = [addPlace(net), addPlace(net)];
    const task = addWork(draft, net, from, next, random.chance(0.3));
    task.catch = { ...task.catch, to: handler };
    const rest = Math.max(1, Math.floor((budget - 1) / 2));
    addBlock(draft, net, handler, to, rest);
    addBlock(draft, net, next, to, rest);
  },
};

/** Two to four branches, from separate places to separate places, or to one. */
function addBranches(draft: ProgramDraft, net: NetDraft, budget: number, to?: string) {
  const { random } = draft;
  const count = Math.min(
    budget,
    random.weighted([
      [5, 2],
      [3, 3],
      [1, 4],
    ]),
  );
  const begins: string[] = [];
  const ends: string[] = [];
  for (let branch = 0; branch < count; branch++) {
    const begin = addPlace(net);
    const end = to ?? addPlace(net);
    begins.push(begin);
    ends.push(end);
    addBlock(draft, net, begin, end, Math.max(1, Math.floor(budget / count)));
  }
  return { begins, ends };
}

/**
 * Flows with guards and, mostly, a default. `free`: how often a flow has no guard; `likely`: how often one that
 * holds.
 */
function guarded(
  draft: ProgramDraft,
  net: NetDraft,
  places: readonly string[],
  free: number,
  likely: number,
): Flow[] {
  const { random } = draft;
  const fallback = random.chance(0.9) ? random.int(places.length) : -1;
  const flows = places.map((to, index): Flow => {
    const order = random.chance(0.3) ? { order: random.int(4) } : {};
    const guard = random.chance(likely) ? likelyFlag(draft, net) : flagExpression(draft, net);
    if (index === fallback) return { to, default: true, ...order, ...(random.chance(0.2) ? { guard } : {}) };
    return random.chance(free) ? { to, ...order } : { to, guard, ...order };
  });
  return random.chance(0.1) ? [...flows, { to: null, guard: flagExpression(draft, net) }] : flows;
}

/** A task with work between two places. */
function addWork(draft: ProgramDraft, net: NetDraft, from: string, to: string, fails = false): TaskDraft {
  const { random, profile } = draft;
  const task = addTask(net, [from], [to]);
  const nests = draft.netsLeft > 0 || draft.reusable.some(({ level }) => level > net.level);
  task.work = random.weighted<() => Work>([
    [fails ? 1000 : 0.1, () => failWork(draft, net)],
    [5, () => callWork(draft, net)],
    [4, () => offerWork(draft, net)],
    [nests && net.level < 4 ? 5 : 0, () => draft.netWork(draft, net)],
    [1, () => waitWork(draft, net)],
    [0.2, () => ({ kind: 'pass' })],
  ])();
  if (task.work.kind !== 'fail' && random.chance(profile.each)) {
    task.each = randomEach(draft, net);
    task.work = workOnItem(draft, net, task.work);
  }
  equip(draft, net, task, to);
  if (random.chance(0.05)) task.flows = [...task.flows, { to: null }];
  return task;
}

/** Tasks that split and join mostly do nothing else. */
function addRoutingWork(draft: ProgramDraft, net: NetDraft, task: TaskDraft): void {
  const { random, profile } = draft;
  if (!random.chance(profile.workInRouting)) return;
  task.work = random.pick([callWork, offerWork])(draft, net);
  equip(draft, net, task, task.flows[0]?.to ?? null);
}
