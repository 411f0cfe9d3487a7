/**
 * The reset net that decides one OR-join [K3.3]: a place for each place of the net, then one for each active task.
 * Transitions that can never help to cover a marking are left out; a reset net is monotone, so this loses nothing:
 * - An OR-split produces only its largest set of flows: every smaller one produces less after the same resets.
 * - An end without tokens (a flow to null) leaves less than before.
 */
import { type Bag, sorted } from './bag.ts';
import type { RoutingNet, RoutingTask } from './routing-net.ts';

export interface Transition {
  /** Places it takes one token from, ascending, each once. */
  readonly take: readonly number[];
  /** Places it empties after taking and before giving, ascending, each once. */
  readonly empties: readonly number[];
  readonly give: Bag;
}

export interface ResetNet {
  readonly places: number;
  readonly transitions: readonly Transition[];
}

export function buildResetNet(net: RoutingNet, join: number): ResetNet {
  const transitions: Transition[] = [];
  const ignored = new Set(net.tasks[join]!.ignores);
  net.tasks.forEach((task, index) => {
    if (index === join) return;
    const underWay = net.places + index;
    const starts = task.join === 'and' ? [task.inputs] : task.inputs.map((place) => [place]);
    if (!ignored.has(index))
      for (const take of starts) transitions.push({ take, empties: [], give: [underWay] });
    for (const end of endsOf(net, task)) transitions.push({ take: [underWay], ...end });
  });
  return { places: net.places + net.tasks.length, transitions };
}

function endsOf(net: RoutingNet, task: RoutingTask): readonly Omit<Transition, 'take'>[] {
  const outputs = task.ends ? sorted(task.outputs.filter((place) => place >= 0)) : [];
  const empties = sorted(
    new Set([...task.cancelPlaces, ...task.cancelTasks.map((cancelled) => net.places + cancelled)]),
  );
  const gives = task.split === 'xor' ? [...new Set(outputs)].map((place) => [place]) : [outputs];
  const ends = gives.filter((give) => give.length > 0).map((give) => ({ empties, give }));
  return task.caught >= 0 ? [...ends, { empties: [], give: [task.caught] }] : ends;
}
