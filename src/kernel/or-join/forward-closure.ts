/**
 * The places that may ever be marked and the transitions that may ever fire, if tokens were never consumed or reset. An
 * over-approximation: what is outside of it is certainly unreachable.
 */
import type { SearchNet } from './search-net.ts';

export interface Closure {
  readonly places: Uint8Array;
  readonly transitions: Uint8Array;
}

export function closeForward({ net, takers }: SearchNet, start: Int32Array): Closure {
  const places = new Uint8Array(net.places);
  const transitions = new Uint8Array(net.transitions.length);
  const missing = new Uint32Array(net.transitions.length);
  const open: number[] = [];
  for (let place = 0; place < net.places; place += 1) {
    if (start[place] === 0) continue;
    places[place] = 1;
    open.push(place);
  }
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const taker of takers[place]!) {
      const { take, give } = net.transitions[taker]!;
      missing[taker]! += 1;
      if (missing[taker]! < take.length) continue;
      transitions[taker] = 1;
      for (const next of give) {
        if (places[next] === 1) continue;
        places[next] = 1;
        open.push(next);
      }
    }
  }
  return { places, transitions };
}
