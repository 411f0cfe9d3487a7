/**
 * K3.2 and K3.3: the OR-join decided by plain backward coverability on the reset net of one frame, without any
 * shortcut. The textbook: keep the minimal markings from which the target can be covered, step back from the one
 * with the fewest tokens, drop what a smaller one subsumes, stop when the present marking covers one of them.
 */
import type { Net, Task } from '../../kernel/model/program.ts';
import type { Frame } from './world.ts';

/** Tokens by place of the reset net: the places of the net first, then one place for each task under way. */
type Marking = readonly number[];

interface Transition {
  readonly takes: readonly number[];
  readonly empties: ReadonlySet<number>;
  readonly gives: readonly number[];
}

/** Whether an OR-join with some marked input need not wait any longer. */
export function mayJoin(net: Net, frame: Frame, join: Task): boolean {
  const present = presentMarking(net, frame);
  const inputs = join.from.map((place) => placeIndex(net, place));
  const marked = inputs.filter((place) => (present[place] ?? 0) > 0);
  const empty = inputs.filter((place) => (present[place] ?? 0) === 0);
  if (marked.length === 0) return false;
  const transitions = transitionsOf(net, join);
  return !empty.some((place) => {
    const target = present.map((_, index) => (index === place || marked.includes(index) ? 1 : 0));
    return isCoverable(present, target, transitions);
  });
}

function placeIndex(net: Net, place: string): number {
  return net.places.findIndex((candidate) => candidate.id === place);
}

function busyIndex(net: Net, task: string): number {
  return net.places.length + net.tasks.findIndex((candidate) => candidate.id === task);
}

function presentMarking(net: Net, frame: Frame): Marking {
  const marking = [...net.places, ...net.tasks].map(() => 0);
  for (const place of frame.tokens)
    marking[placeIndex(net, place)] = (marking[placeIndex(net, place)] ?? 0) + 1;
  for (const task of frame.busy) marking[busyIndex(net, task)] = 1;
  return marking;
}

function transitionsOf(net: Net, join: Task): Transition[] {
  return net.tasks.flatMap((task) => [...(task.id === join.id ? [] : starts(net, task)), ...ends(net, task)]);
}

/** Another OR-join starts as an XOR-join does. */
function starts(net: Net, task: Task): Transition[] {
  const inputs = task.from.map((place) => placeIndex(net, place));
  const gives = [busyIndex(net, task.id)];
  if (task.join === 'and') return [{ takes: inputs, empties: new Set(), gives }];
  return inputs.map((place) => ({ takes: [place], empties: new Set(), gives }));
}

function ends(net: Net, task: Task): Transition[] {
  const takes = [busyIndex(net, task.id)];
  const transitions: Transition[] = [];
  if (task.work.kind !== 'fail') {
    const empties = new Set([
      ...(task.cancels?.places ?? []).map((place) => placeIndex(net, place)),
      ...(task.cancels?.tasks ?? []).map((other) => busyIndex(net, other)),
    ]);
    for (const places of outcomes(task)) {
      transitions.push({ takes, empties, gives: places.map((place) => placeIndex(net, place)) });
    }
  }
  // A caught failure cancels nothing [K5.1].
  if (task.catch !== undefined) {
    const gives = task.catch.to === null ? [] : [placeIndex(net, task.catch.to)];
    transitions.push({ takes, empties: new Set(), gives });
  }
  return transitions;
}

/** The places that a split may give tokens to, in every way in which it may. */
function outcomes(task: Task): string[][] {
  const targets = task.flows.map((flow) => flow.to);
  const isPlace = (place: string | null): place is string => place !== null;
  if (task.split === 'and') return [targets.filter(isPlace)];
  if (task.split === 'xor') return targets.map((place) => [place].filter(isPlace));
  const subsets: string[][] = [];
  for (let bits = 1; bits < 2 ** targets.length; bits += 1) {
    subsets.push(targets.filter((_, index) => (bits & (1 << index)) !== 0).filter(isPlace));
  }
  return subsets;
}

function isCoverable(present: Marking, target: Marking, transitions: readonly Transition[]): boolean {
  let basis: Marking[] = [target];
  let unexplored: Marking[] = [target];
  while (unexplored.length > 0) {
    const marking = unexplored.reduce((least, other) => (sum(other) < sum(least) ? other : least));
    unexplored = unexplored.filter((other) => other !== marking);
    if (covers(present, marking)) return true;
    for (const transition of transitions) {
      const before = stepBack(marking, transition);
      if (before === undefined || basis.some((known) => covers(before, known))) continue;
      basis = [...basis.filter((known) => !covers(known, before)), before];
      unexplored = [...unexplored.filter((known) => !covers(known, before)), before];
    }
  }
  return false;
}

/** The least marking from which the transition leads to one that covers `after`; undefined where it cannot. */
function stepBack(after: Marking, transition: Transition): Marking | undefined {
  const { takes, empties, gives } = transition;
  for (const place of empties) if ((after[place] ?? 0) > count(gives, place)) return undefined;
  return after.map((needed, place) => {
    const taken = count(takes, place);
    return empties.has(place) ? taken : taken + Math.max(0, needed - count(gives, place));
  });
}

function covers(marking: Marking, other: Marking): boolean {
  return other.every((needed, place) => (marking[place] ?? 0) >= needed);
}

function count(places: readonly number[], place: number): number {
  return places.filter((other) => other === place).length;
}

function sum(marking: Marking): number {
  return marking.reduce((total, tokens) => total + tokens, 0);
}
