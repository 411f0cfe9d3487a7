/** Runs the contestants one after the other, round by round; each round starts with another one. */
import type { Contestant, RoundResult } from './contestant.ts';

export interface RoundOptions {
  readonly rounds: number;
  readonly milliseconds: number;
}

/** @returns the results of each contestant by round */
export async function playInTurn(
  contestants: readonly Contestant[],
  { rounds, milliseconds }: RoundOptions,
): Promise<readonly (readonly RoundResult[])[]> {
  const played: RoundResult[][] = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const at = (turn + round) % contestants.length;
      const contestant = contestants[at];
      if (contestant !== undefined) played[at]?.push(await contestant.play(milliseconds));
    }
  }
  return played;
}
