/**
 * Computes the distance of each place of the root net from its end, in tasks of the author on the shortest path. Steps
 * that are done in order are counted as written: the shortest path through their net would skip them all.
 */
import type { Net, Program, Task } from '../../../kernel/index.ts';
import { itemFacetOf } from '../../language-lists/languages.ts';
import { isAuthored } from './is-authored.ts';

export interface Distances {
  readonly fromStart: number;
  /** Infinite if no path leads to the end. */
  from(place: string): number;
  /** Whether a task that has ended counts as done work. */
  counts(task: string): boolean;
}

export function distancesOf({ nets, root }: Program): Distances {
  const net = nets.find(({ id }) => id === root);
  if (net === undefined) return { fromStart: 0, from: () => Number.POSITIVE_INFINITY, counts: () => true };
  return net.tasks.some(isStep) ? stepsOf(net) : tasksOf(net);
}

/** A step that someone performs, not a confirmation of it. */
const isStep = ({ work }: Task): boolean =>
  work.kind === 'offer' && itemFacetOf(work.item).isStep?.(work.item) === true;

/** Tasks are in the order of the document. Those of a loop follow what leads into it again. */
function stepsOf({ tasks, input }: Net): Distances {
  const steps = new Set(tasks.filter(isStep).map(({ id }) => id));
  const left = new Map<string, number>();
  let count = 0;
  for (const { id, from } of tasks.toReversed()) {
    if (steps.has(id)) count += 1;
    for (const place of from) left.set(place, count);
  }
  const from = (place: string): number => left.get(place) ?? 0;
  return { fromStart: from(input), from, counts: (task) => steps.has(task) };
}

function tasksOf(net: Net): Distances {
  const proper = measure(net, [net.output]);
  // A net may also end when no token is left.
  const distances = proper.has(net.input) ? proper : measure(net, [net.output, null]);
  const from = (place: string): number => distances.get(place) ?? Number.POSITIVE_INFINITY;
  return { from, fromStart: Math.min(from(net.input), net.tasks.length), counts: isAuthored };
}

/** Backwards from the ends. A task of the compiler takes no step: what precedes it is as near as what follows it. */
function measure({ tasks }: Net, ends: readonly (string | null)[]): ReadonlyMap<string | null, number> {
  const producers = producersOf(tasks);
  const distances = new Map<string | null, number>();
  let places = [...ends];
  for (let distance = 0; places.length > 0; distance++) {
    const farther: string[] = [];
    // Places that are added during the loop are processed as well.
    for (const place of places) {
      if (distances.has(place)) continue;
      distances.set(place, distance);
      for (const { id, from } of producers.get(place) ?? [])
        (isAuthored(id) ? farther : places).push(...from);
    }
    places = farther;
  }
  return distances;
}

function producersOf(tasks: readonly Task[]): ReadonlyMap<string | null, readonly Task[]> {
  const producers = new Map<string | null, Task[]>();
  for (const task of tasks) {
    for (const { to } of task.flows) {
      const known = producers.get(to);
      if (known === undefined) producers.set(to, [task]);
      else known.push(task);
    }
  }
  return producers;
}
