/** Many random nets in a row, and what they have shown. */
import type { RunEvent } from '../../kernel/model/event.ts';
import type { Program } from '../../kernel/model/program.ts';
import { createRandom } from '../seeded-random.ts';
import { type Feature, features } from './exercised.ts';
import { type Pair, type Play, playRun } from './play.ts';
import { createEventSource } from './random-events.ts';
import { randomProgram } from './random-program.ts';
import { type Finding, shrink } from './shrink.ts';

export interface Campaign<World> {
  readonly seed: number;
  readonly nets: number;
  /** Play this net only, to look at a mismatch again. */
  readonly only?: number;
  /** Links the program; throws where it cannot. */
  readonly pair: (program: Program) => Pair<World>;
}

export interface Tally {
  nets: number;
  events: number;
  /** Runs of more than 20 events. */
  long: number;
  rejected: number;
  readonly features: Record<Feature, number>;
  readonly statuses: Record<string, number>;
  readonly codes: Record<string, number>;
}

/** Plays until the first mismatch, which is told as a text that shows everything needed to play it again. */
export function runCampaign<World>({ seed, nets, only, pair }: Campaign<World>): {
  readonly tally: Tally;
  readonly report: string | null;
} {
  const tally = emptyTally();
  const numbers = only === undefined ? [...Array(nets).keys()] : [only];
  for (const number of numbers) {
    // Each net has a generator of its own, so that its number and the seed are enough to find it again.
    const random = createRandom(Math.imul(seed + 1, 0x9e3779b1) + number);
    const program = randomProgram(random.fork());
    const source = createEventSource(program, random.fork());
    const play = playRun(pair(program), source.next, random.fork());
    addUp(tally, play);
    if (play.mismatch !== null) {
      const found = { program, events: play.events, mismatch: play.mismatch };
      const small = shrink(found, (smaller, events) => retry(pair, smaller, events));
      return { tally, report: tell(seed, number, found, small) };
    }
  }
  return { tally, report: null };
}

function retry<World>(
  pair: (program: Program) => Pair<World>,
  program: Program,
  events: readonly RunEvent[],
): Finding | null {
  try {
    const left = [...events];
    const play = playRun(pair(program), () => left.shift() ?? null, createRandom(0));
    return play.mismatch === null ? null : { program, events: play.events, mismatch: play.mismatch };
  } catch {
    // A smaller program that does not link shows nothing.
    return null;
  }
}

function tell(seed: number, number: number, found: Finding, small: Finding): string {
  return [
    `seed ${seed}, net ${number} (again: SIGNALBOX_SEED=${seed} SIGNALBOX_NET=${number})`,
    `after ${found.events.length} events: ${found.mismatch}`,
    `shrunk to ${small.events.length} events: ${small.mismatch}`,
    `program: ${JSON.stringify(small.program)}`,
    'events:',
    ...small.events.map((event) => `  ${JSON.stringify(event)}`),
  ].join('\n');
}

function emptyTally(): Tally {
  const zeros = Object.fromEntries(features.map((feature) => [feature, 0])) as Record<Feature, number>;
  return { nets: 0, events: 0, long: 0, rejected: 0, features: zeros, statuses: {}, codes: {} };
}

function addUp(tally: Tally, { events, used, rejections, state }: Play): void {
  tally.nets += 1;
  tally.events += events.length;
  tally.rejected += rejections.length;
  if (events.length > 20) tally.long += 1;
  for (const feature of used) tally.features[feature] += 1;
  tally.statuses[state.status] = (tally.statuses[state.status] ?? 0) + 1;
  for (const code of rejections) tally.codes[code] = (tally.codes[code] ?? 0) + 1;
}
