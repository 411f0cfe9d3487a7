/** Runs many random nets and collects the results. */
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Program } from '../../src/kernel/model/program.ts';
import { createRandom } from '../../src/testing/stand-ins/seeded-random.ts';
import { type Pair, type Play, playRun } from './play.ts';
import { createEventSource } from './random-events.ts';
import { randomProgram } from './random-program.ts';
import { type Finding, shrink } from './shrink.ts';
import { type Feature, features } from './used-features.ts';

export interface FuzzCampaign<World> {
  readonly seed: number;
  readonly nets: number;
  /** Run only this net, to examine a mismatch again. */
  readonly only?: number;
  /** Links the program; throws if it cannot. */
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

/** Limit of different findings. */
const enough = 8;

/** Runs all nets, up to the limit of findings. The report is `null` if both agreed on everything. */
export function runFuzzCampaign<World>({ seed, nets, only, pair }: FuzzCampaign<World>): {
  readonly tally: Tally;
  readonly report: string | null;
} {
  const tally = emptyTally();
  const findings = new Map<string, Finding & { readonly net: number; count: number }>();
  const numbers = only === undefined ? [...Array(nets).keys()] : [only];
  for (const net of numbers) {
    // Each net has its own generator, so that its number and the seed are enough to reproduce it.
    const random = createRandom(Math.imul(seed + 1, 0x9e3779b1) + net);
    const program = randomProgram(random.fork());
    const source = createEventSource(program, random.fork());
    const { mismatch, ...play } = playRun(pair(program), source.next, random.fork());
    addUp(tally, play);
    if (mismatch === null) continue;
    const known = findings.get(mismatch.signature);
    if (known === undefined)
      findings.set(mismatch.signature, { program, events: play.events, mismatch, net, count: 1 });
    else known.count += 1;
    if (findings.size >= enough) break;
  }
  if (findings.size === 0) return { tally, report: null };
  const reports = [...findings.values()]
    .sort((a, b) => b.count - a.count)
    .map((finding) => {
      const small = shrink(finding, (smaller, events) => retry(pair, smaller, events));
      return describeFinding(seed, finding.net, finding.count, small);
    });
  return { tally, report: reports.join('\n\n') };
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

function describeFinding(
  seed: number,
  net: number,
  count: number,
  { program, events, mismatch }: Finding,
): string {
  return [
    `── ${mismatch.signature}: ${count} times, first in net ${net} (SIGNALBOX_SEED=${seed} SIGNALBOX_NET=${net})`,
    mismatch.text,
    `program: ${JSON.stringify(program)}`,
    'events:',
    ...events.map((event) => `  ${JSON.stringify(event)}`),
  ].join('\n');
}

function emptyTally(): Tally {
  const zeros = Object.fromEntries(features.map((feature) => [feature, 0])) as Record<Feature, number>;
  return { nets: 0, events: 0, long: 0, rejected: 0, features: zeros, statuses: {}, codes: {} };
}

function addUp(tally: Tally, { events, used, rejections, state }: Omit<Play, 'mismatch'>): void {
  tally.nets += 1;
  tally.events += events.length;
  tally.rejected += rejections.length;
  if (events.length > 20) tally.long += 1;
  for (const feature of used) tally.features[feature] += 1;
  tally.statuses[state.status] = (tally.statuses[state.status] ?? 0) + 1;
  for (const code of rejections) tally.codes[code] = (tally.codes[code] ?? 0) + 1;
}

/** The counts of a campaign, for display. */
export function describeTally(seed: number, tally: Tally): string {
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  return [
    `seed ${seed}: ${tally.nets} nets, ${tally.long} of them over 20 events; ${tally.events} events`,
    `  nets with: ${list(tally.features)}`,
    `  ended as: ${list(tally.statuses)}`,
    `  ${tally.rejected} rejections: ${list(tally.codes)}`,
  ].join('\n');
}
