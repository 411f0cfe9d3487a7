/** Generates random graphs that YAWL's verifier accepts: every element is on a path from i to o, no loop without work. */
import type { Random } from '../../../src/testing/stand-ins/seeded-random.ts';
import { type Code, type NetSketch, type TaskSketch, taskSketch } from './task-sketch.ts';

/** @param nets that composite tasks may decompose to */
export function arbitraryNet(id: string, random: Random, nets: readonly string[]): NetSketch {
  const size = random.between(2, nets.length > 0 ? 8 : 5);
  const tasks = Array.from({ length: size }, (_, at) => taskSketch(`${id}${at}`));
  const places = Array.from({ length: random.int(4) }, (_, at) => `p${id}${at}`);
  const net: NetSketch = {
    id,
    begin: [],
    conditions: new Map(places.map((place) => [place, []])),
    tasks: new Map(tasks.map((task) => [task.id, task])),
  };
  connect(net, random);
  for (const task of tasks) {
    task.join = random.weighted(codes);
    task.split = random.weighted(codes);
    task.does = random.weighted(worksWith(nets));
    if (random.chance(0.25)) cancelSome(net, task, random);
  }
  return withWorkInLoops(net);
}

const codes: readonly (readonly [number, Code])[] = [
  [40, 'xor'],
  [25, 'and'],
  [35, 'or'],
];

export const worksWith = (nets: readonly string[]): readonly (readonly [number, string | null])[] => [
  [50, 'W'],
  [15, 'V'],
  [20, null],
  ...nets.map((net): readonly [number, string] => [10, net]),
];

/** Every element has a predecessor before it and a successor after it; then some random flows. */
function connect(net: NetSketch, random: Random): void {
  const order = random.shuffle([...net.tasks.keys(), ...net.conditions.keys()]);
  const isTask = (element: string) => net.tasks.has(element);
  const first = order.findIndex(isTask);
  const [front] = order.splice(first, 1);
  order.unshift(front ?? '');
  net.begin = [order[0] ?? ''];
  order.forEach((element, at) => {
    const fits = (other: string) => isTask(element) || isTask(other);
    const before = order.slice(0, at).filter(fits);
    const behind = order.slice(at + 1).filter(fits);
    if (at > 0) join(net, random.pick(before), element);
    if (next(net, element).length > 0) return;
    if (isTask(element)) join(net, element, random.pick([...behind, 'o']));
    else join(net, element, random.pick(behind.length > 0 ? behind : [...net.tasks.keys()]));
  });
  // A condition at the end leads back: its target must still reach the output condition.
  for (const id of net.tasks.keys()) {
    if (!reachedFrom(net, id, () => true).has('o')) next(net, id).push('o');
  }
  for (let more = random.int(order.length + 2); more > 0; more--) {
    const from = random.pick(['i', ...order]);
    const to = random.pick([...order, 'o']);
    if ((isTask(from) || isTask(to)) && next(net, from).length < 4) join(net, from, to);
  }
}

function next(net: NetSketch, element: string): string[] {
  return element === 'i' ? net.begin : (net.tasks.get(element)?.to ?? net.conditions.get(element) ?? []);
}

function join(net: NetSketch, from: string, to: string): void {
  const flows = next(net, from);
  if (!flows.includes(to)) flows.push(to);
}

export function cancelSome(net: NetSketch, task: TaskSketch, random: Random): void {
  const flows = [...net.tasks.values()].flatMap(({ id, to }) =>
    to.filter((each) => net.tasks.has(each)).map((each): [string, string] => [id, each]),
  );
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random.chance(0.3));
  task.removes = some([...net.tasks.keys(), ...net.conditions.keys()]);
  task.removesFlows = some(flows);
}

/** YAWL refuses a loop without work, so one of its tasks gets work. */
export function withWorkInLoops(net: NetSketch): NetSketch {
  const isIdle = (id: string) => !['W', 'V'].includes(net.tasks.get(id)?.does ?? '');
  for (const task of net.tasks.values()) {
    const fits = (element: string) => !net.tasks.has(element) || isIdle(element);
    if (isIdle(task.id) && reachedFrom(net, task.id, fits).has(task.id)) task.does = 'W';
  }
  return net;
}

function reachedFrom(net: NetSketch, start: string, fits: (element: string) => boolean): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (element: string): void => {
    for (const each of next(net, element)) {
      if (reached.has(each) || !fits(each)) continue;
      reached.add(each);
      visit(each);
    }
  };
  visit(start);
  return reached;
}
