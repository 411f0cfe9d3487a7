/**
 * Decides OR-joins from the shape of the net alone, exactly:
 * - An empty input is *possibly* reached from every node with a path to it. If no node reaches it, it stays empty.
 * - It is *surely* reached if one token gets there alone: past no AND-join of several places, taking from no input of
 *   the join and emptying none. Then the marked inputs stay marked, and the join has to wait.
 * This fully decides nets without AND-joins and cancellation before the join.
 */
import { type Fuel, unlimited } from './fuel.ts';
import type { RoutingNet } from './routing-net.ts';

export interface FastPath {
  /** `open`: some token possibly reaches an empty input, none surely. */
  look(tokens: readonly number[], busy: readonly number[]): 'enabled' | 'wait' | 'open';
}

/** Tasks that lead to each place: by their flows, and by their catch. */
export interface Sources {
  readonly byFlow: readonly (readonly number[])[];
  readonly byCatch: readonly (readonly number[])[];
}

/** For each node (a place, or an active task) a set of inputs of the join, 32 to a word. */
interface Reach {
  readonly surely: Int32Array;
  readonly possibly: Int32Array;
}

export function findSources(net: RoutingNet): Sources {
  const byFlow: number[][] = Array.from({ length: net.places }, () => []);
  const byCatch: number[][] = Array.from({ length: net.places }, () => []);
  net.tasks.forEach((task, index) => {
    if (task.caught >= 0) byCatch[task.caught]!.push(index);
    if (task.ends) for (const place of new Set(task.outputs)) if (place >= 0) byFlow[place]!.push(index);
  });
  return { byFlow, byCatch };
}

export function createFastPath(
  net: RoutingNet,
  sources: Sources,
  join: number,
  fuel: Fuel = unlimited,
): FastPath {
  const { inputs } = net.tasks[join]!;
  const words = (inputs.length + 31) >>> 5;
  const { surely, possibly } = findReach(net, sources, join, words, fuel);
  const positions = new Int32Array(net.places).fill(-1);
  const all = new Int32Array(words);
  inputs.forEach((place, position) => {
    positions[place] = position;
    all[position >>> 5]! |= 1 << (position & 31);
  });
  // Overwritten by every call: no state is kept between calls.
  const empty = new Int32Array(words);

  return {
    look(tokens, busy) {
      empty.set(all);
      fuel.left -= (tokens.length + busy.length) * words;
      for (let index = 0; index < tokens.length; index += 1) {
        const position = positions[tokens[index]!]!;
        if (position >= 0) empty[position >>> 5]! &= ~(1 << (position & 31));
      }
      let isOpen = false;
      const count = tokens.length + busy.length;
      for (let index = 0; index < count; index += 1) {
        const node = index < tokens.length ? tokens[index]! : net.places + busy[index - tokens.length]!;
        for (let word = 0; word < words; word += 1) {
          if ((surely[node * words + word]! & empty[word]!) !== 0) return 'wait';
          if ((possibly[node * words + word]! & empty[word]!) !== 0) isOpen = true;
        }
      }
      return isOpen ? 'open' : 'enabled';
    },
  };
}

/** Incomplete if the fuel is used up. */
function findReach(net: RoutingNet, sources: Sources, join: number, words: number, fuel: Fuel): Reach {
  const { inputs, ignores } = net.tasks[join]!;
  const ignored = new Set(ignores);
  const isInput = new Uint8Array(net.places);
  for (const place of inputs) isInput[place] = 1;
  const isHarmless = net.tasks.map((task) => !task.cancelPlaces.some((place) => isInput[place] === 1));
  const nodes = net.places + net.tasks.length;
  fuel.left -= nodes * (words + 2);
  const reach = { surely: new Int32Array(nodes * words), possibly: new Int32Array(nodes * words) };

  inputs.forEach((input, position) => {
    if (fuel.left <= 0) return;
    let visits = 0;
    const bit = 1 << (position & 31);
    const word = position >>> 5;
    for (const isSure of [true, false]) {
      const set = isSure ? reach.surely : reach.possibly;
      const open: number[] = [];
      const visit = (node: number): void => {
        visits += 1;
        if ((set[node * words + word]! & bit) !== 0) return;
        set[node * words + word]! |= bit;
        open.push(node);
      };
      visit(input);
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        if (node >= net.places) {
          const task = net.tasks[node - net.places]!;
          if (ignored.has(node - net.places)) continue;
          if (node - net.places === join || (isSure && task.join === 'and' && task.inputs.length > 1))
            continue;
          for (const place of task.inputs) if (!isSure || isInput[place] === 0) visit(place);
        } else {
          for (const task of sources.byCatch[node]!) visit(net.places + task);
          for (const task of sources.byFlow[node]!) if (!isSure || isHarmless[task]) visit(net.places + task);
        }
      }
    }
    fuel.left -= visits;
  });
  return reach;
}
