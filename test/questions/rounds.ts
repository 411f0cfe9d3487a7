/** The seed and the number of rounds of the random tests of question flows. */
import { createRandom, type Random } from '../../src/testing/index.ts';

const isLong = process.env['SIGNALBOX_LONG'] === '1';

export const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20_260_214);
/** Of each property. */
export const rounds = isLong ? 2_000 : 100;

/** For tests whose rounds need a server: a busy machine takes several times as long. In milliseconds. */
export const maxDuration = isLong ? 3_600_000 : 240_000;

export interface Round {
  readonly number: number;
  readonly random: Random;
}

/** Every round has a generator of its own, so that it can be repeated alone. @param property tells properties apart */
export function roundsOf(property: number, count: number = rounds): readonly Round[] {
  return Array.from({ length: count }, (_, number) => ({
    number,
    random: createRandom(seed * 1_000 + property * 100_003 + number),
  }));
}

/** What a failure shows: how to repeat it. */
export const where = (round: Pick<Round, 'number'>, more = ''): string =>
  `SIGNALBOX_SEED=${seed}, round ${round.number}${more === '' ? '' : `, ${more}`}`;

/** Performs each round; an error names its seed and round. */
export async function eachRound(
  property: number,
  perform: (round: Round) => Promise<void> | void,
  count: number = rounds,
): Promise<void> {
  for (const round of roundsOf(property, count)) {
    try {
      await perform(round);
    } catch (error) {
      if (error instanceof Error) error.message = `${where(round)}: ${error.message}`;
      throw error;
    }
  }
}
