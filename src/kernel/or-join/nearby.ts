/**
 * Explores the neighbourhood of the tokens in a large net, before structures are built for the join: whether one of them
 * surely reaches an empty input, or none possibly does (terms of `fast-path.ts`). Gives up after a short walk.
 */
import { has } from './bag.ts';
import type { RoutingNet } from './routing-net.ts';

const shortWalk = 200;

/** Whether a walk from the tokens reaches an empty input; `far` if it would take too long. */
type Walk = 'reached' | 'closed' | 'far';

export function createNearby(net: RoutingNet) {
  const consumers: number[][] = Array.from({ length: net.places }, () => []);
  net.tasks.forEach((task, index) => {
    for (const place of task.inputs) consumers[place]!.push(index);
  });

  const walk = (join: number, tokens: readonly number[], busy: readonly number[], isSure: boolean): Walk => {
    const { inputs, ignores } = net.tasks[join]!;
    const ignored = new Set(ignores);
    const seen = new Set<number>();
    const open: number[] = [];
    let reached = false;
    const visitTask = (task: number): void => {
      if (task === join || seen.has(net.places + task)) return;
      seen.add(net.places + task);
      open.push(net.places + task);
    };
    const visitPlace = (place: number): void => {
      if (has(inputs, place)) {
        if (!has(tokens, place)) reached = true;
        if (isSure) return;
      }
      if (seen.has(place)) return;
      seen.add(place);
      open.push(place);
    };
    for (const place of tokens) visitPlace(place);
    for (const task of busy) visitTask(task);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (reached) return 'reached';
      if (seen.size > shortWalk) return 'far';
      if (node < net.places) {
        for (const index of consumers[node]!) {
          const task = net.tasks[index]!;
          if (ignored.has(index)) continue;
          if (!isSure || task.join !== 'and' || task.inputs.length === 1) visitTask(index);
        }
      } else {
        const task = net.tasks[node - net.places]!;
        if (task.caught >= 0) visitPlace(task.caught);
        const isHarmless = !task.cancelPlaces.some((place) => has(inputs, place));
        if (task.ends && (!isSure || isHarmless)) {
          for (const place of task.outputs) if (place >= 0) visitPlace(place);
        }
      }
    }
    return reached ? 'reached' : 'closed';
  };

  return (join: number, tokens: readonly number[], busy: readonly number[]): 'enabled' | 'wait' | 'open' => {
    if (walk(join, tokens, busy, true) === 'reached') return 'wait';
    return walk(join, tokens, busy, false) === 'closed' ? 'enabled' : 'open';
  };
}
