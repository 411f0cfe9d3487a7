/** Random numbers for tests: the same seed gives the same numbers, on every machine. Not for secrets. */

export interface Random {
  /** A whole number from 0 to below `n`. */
  int(n: number): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** One of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
  /** One of the choices, each as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T;
  /** A copy in random order. */
  shuffle<T>(list: readonly T[]): T[];
  /** A generator of its own: however much is drawn from it, this one goes on the same. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  // SplitMix32: every seed is as good as any other, so seeds 1, 2, 3 … can be used side by side.
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
