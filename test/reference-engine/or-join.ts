/**
 * K3.2 and K3.3: decides the OR-join by plain backward coverability on the reset net of one frame, without any
 * shortcut. The textbook algorithm: keep the minimal markings from which the target can be covered, step back from
 * the one with the fewest tokens, drop what a smaller one subsumes, stop when the present marking covers one of them.
 */
import type { Net, Task } from '../../src/kernel/model/program.ts';
import type { Frame } from './world.ts';

/** Tokens by place of the reset net: the places of the net first, then one place for each task in progress. */
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
  // One target for each empty input: it has a token while the marked ones stay marked.
  const targets = empty.map((place) =>
    present.map((_, index) => (index === place || marked.includes(index) ? 1 : 0)),
  );
  return !isCoverable(present, targets, transitionsOf(net, join));
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
  const never = [join.id, ...(join.ignores ?? [])];
  return net.tasks.flatMap((task) => [
    ...(never.includes(task.id) ? [] : starts(net, task)),
    ...ends(net, task),
  ]);
}

/** Another OR-join starts like an XOR-join. */
function starts(net: Net, task: Task): Transition[] {
  const inputs = task.from.map((place) => placeIndex(net, place));
  const gives = [busyIndex(net, task.id)];
  if (task.join === 'and') return [{ takes: inputs, empties: new Set(), gives }];
  return inputs.map((place) => ({ takes: [place], empties: new Set(), gives }));
}

function ends(net: Net, task: Task): Transition[] {
  const takes = [busyIndex(net, task.id)];
  const transitions: Transition[] = [];
  // An `each` over an empty list succeeds, for any work.
  if (task.work.kind !== 'fail' || task.each !== undefined) {
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

/** The sets of places to which a split may produce tokens. */
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

/** Whether a marking that covers one of the targets can be reached. */
function isCoverable(
  present: Marking,
  targets: readonly Marking[],
  transitions: readonly Transition[],
): boolean {
  const basis = createBasis();
  for (const target of targets) basis.add(target);
  for (let marking = basis.takeLeast(); marking !== undefined; marking = basis.takeLeast()) {
    if (covers(present, marking)) return true;
    for (const transition of transitions) {
      const before = stepBack(marking, transition);
      if (before !== undefined) basis.add(before);
    }
  }
  return false;
}

/**
 * Minimal markings by their number of tokens: a marking can only be covered by one with as many or fewer. Those that
 * a smaller one subsumes are dropped, explored or not.
 */
function createBasis() {
  const bySum: { marking: Marking; explored: boolean }[][] = [];
  const at = (tokens: number) => {
    while (bySum.length <= tokens) bySum.push([]);
    return bySum[tokens] ?? [];
  };
  return {
    add(marking: Marking): void {
      const tokens = sum(marking);
      const level = at(tokens);
      for (const smaller of bySum.slice(0, tokens + 1)) {
        if (smaller.some((known) => covers(marking, known.marking))) return;
      }
      for (let more = tokens + 1; more < bySum.length; more += 1) {
        bySum[more] = at(more).filter((known) => !covers(known.marking, marking));
      }
      level.push({ marking, explored: false });
    },
    takeLeast(): Marking | undefined {
      for (const level of bySum) {
        const next = level.find((known) => !known.explored);
        if (next === undefined) continue;
        next.explored = true;
        return next.marking;
      }
      return undefined;
    },
  };
}

/** The least marking from which the transition leads to one that covers `after`; `undefined` if it is not a step. */
function stepBack(after: Marking, { takes, empties, gives }: Transition): Marking | undefined {
  // A transition that produces no needed token leads back to a larger marking, which `after` subsumes.
  if (!gives.some((place) => (after[place] ?? 0) > 0)) return undefined;
  const before = [...after];
  for (const place of gives) before[place] = Math.max(0, (before[place] ?? 0) - 1);
  for (const place of empties) if ((before[place] ?? 0) > 0) return undefined;
  for (const place of takes) before[place] = (before[place] ?? 0) + 1;
  return before;
}

function covers(marking: Marking, other: Marking): boolean {
  for (let place = 0; place < other.length; place += 1) {
    if ((marking[place] ?? 0) < (other[place] ?? 0)) return false;
  }
  return true;
}

function sum(marking: Marking): number {
  return marking.reduce((total, tokens) => total + tokens, 0);
}
