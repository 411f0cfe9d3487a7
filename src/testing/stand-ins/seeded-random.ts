/** Random numbers for tests: the same seed returns the same numbers, on every machine. Not for secrets. */

export interface Random {
  /** An integer from 0 to below `n`. */
  int(n: number): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** An element of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
  /** One of the choices, with a probability proportional to its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T;
  /** A copy in random order. */
  shuffle<T>(list: readonly T[]): T[];
  /** An independent generator: drawing from it does not affect this one. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  // SplitMix32: all seeds are equally good, so seeds 1, 2, 3 … can be used in parallel.
  const draw = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return (x ^ (x >>> 15)) >>> 0;
  };
  const share = (): number => draw() / 2 ** 32;
  const int = (n: number): number => Math.floor(share() * n);

  return {
    int,
    between: (low, high) => low + int(high - low + 1),
    chance: (probability) => share() < probability,
    pick: (list) => at(list, int(list.length)),
    weighted(choices) {
      let left = share() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, choice] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      return at(choices, choices.length - 1)[1];
    },
    shuffle(list) {
      const rest = [...list];
      const shuffled: (typeof rest)[number][] = [];
      while (rest.length > 0) shuffled.push(...rest.splice(int(rest.length), 1));
      return shuffled;
    },
    fork: () => createRandom(draw()),
  };
}

function at<T>(list: readonly T[], index: number): T {
  if (index < 0 || index >= list.length) throw new RangeError('Nothing to pick from: the list is empty');
  return list[index] as T;
}
