/** Compares every stage of the decision with the plain search, on random nets [K3.6]. */
import { describe, expect, test } from 'vitest';
import { decideBackwards, decideByTrying, firstMarking } from '../../../test/soundness/plain-or-join.ts';
import { coverBackward } from './backward-search.ts';
import { createFastPath, findSources } from './fast-path.ts';
import { findQuestions } from './focus.ts';
import { coverForward } from './forward-search.ts';
import { createNearby } from './nearby.ts';
import { createOrJoin } from './or-join.ts';
import { buildResetNet } from './reset-net.ts';
import type { RoutingNet, RoutingTask } from './routing-net.ts';
import { createSearchNet } from './search-net.ts';

const BOUND = 10_000;
const SEED = Number(process.env['SIGNALBOX_SEED'] ?? 20_240_917);
const CASES = process.env['SIGNALBOX_LONG'] === '1' ? 400_000 : 8_000;

describe(`random nets, seed ${SEED}`, () => {
  test('[K3.6][K3.3] every stage that decides agrees with the plain backward search', () => {
    const random = createRandom(SEED);
    const answered = new Map<string, number>();
    for (let round = 0; round < CASES; round += 1) {
      const { net, join, tokens, busy } = drawCase(random);
      const plain = decideBackwards(net, join, tokens, busy);
      if (plain === 'undecided') continue;
      const where = { seed: SEED, round, net: JSON.stringify(net), join, tokens, busy };
      const answers = {
        ...askStages(net, join, tokens, busy),
        all: createOrJoin(net, BOUND).decide(join, tokens, busy),
      };
      for (const [stage, answer] of Object.entries(answers)) {
        if (answer === 'open') continue;
        answered.set(stage, (answered.get(stage) ?? 0) + 1);
        if (answer !== plain) expect({ ...where, stage, answer }).toEqual({ ...where, stage, answer: plain });
      }
    }
    for (const stage of ['nearby', 'shape', 'closure', 'forward', 'backward', 'unmerged', 'all']) {
      expect(answered.get(stage), stage).toBeGreaterThan(CASES / 20);
    }
  });

  test('[K3.3] the plain backward search agrees with exhaustive exploration, if that terminates', () => {
    const random = createRandom(SEED + 1);
    const seen = { enabled: 0, wait: 0 };
    for (let round = 0; round < CASES / 4; round += 1) {
      const { net, join, tokens, busy } = drawCase(random);
      if (!isMixed(net, join, tokens)) continue;
      const tried = decideByTrying(net, join, tokens, busy);
      const plain = decideBackwards(net, join, tokens, busy);
      if (tried === 'undecided' || plain === 'undecided') continue;
      seen[tried] += 1;
      const where = { seed: SEED + 1, round, net: JSON.stringify(net), join, tokens, busy };
      expect({ ...where, decision: plain }).toEqual({ ...where, decision: tried });
    }
    expect(Math.min(seen.enabled, seen.wait)).toBeGreaterThan(CASES / 50);
  });
});

/** Some input is marked and some is not; otherwise no decision is needed. */
function isMixed(net: RoutingNet, join: number, tokens: readonly number[]): boolean {
  const marked = inputsOf(net, join).filter((place) => tokens.includes(place)).length;
  return marked > 0 && marked < inputsOf(net, join).length;
}

function inputsOf(net: RoutingNet, join: number): readonly number[] {
  return net.tasks[join]?.inputs ?? [];
}

/** The result of each stage alone: the decision, or `open`. */
function askStages(net: RoutingNet, join: number, tokens: readonly number[], busy: readonly number[]) {
  if (!isMixed(net, join, tokens)) return {};
  const questions = [...findQuestions(createSearchNet(net, join), net, join, tokens, busy)];
  const whole = askWhole(net, join, tokens, busy);
  return {
    nearby: createNearby(net)(join, tokens, busy),
    shape: createFastPath(net, findSources(net), join).look(tokens, busy),
    closure: questions.length === 0 ? 'enabled' : 'open',
    forward: sumUp(questions.map((question) => coverForward(question, 300).coverable)),
    backward: sumUp(questions.map((question) => coverBackward(question, BOUND).coverable)),
    unmerged: sumUp(whole.map((question) => coverBackward(question, 2_000).coverable)),
  };
}

function sumUp(answers: readonly (boolean | 'open')[]): string {
  if (answers.includes(true)) return 'wait';
  return answers.includes('open') ? 'open' : 'enabled';
}

/** Searches the whole reset net for the decision of a join, without reductions. */
function askWhole(net: RoutingNet, join: number, tokens: readonly number[], busy: readonly number[]) {
  const whole = buildResetNet(net, join);
  const start = new Int32Array(firstMarking(net, tokens, busy));
  const marked = inputsOf(net, join).filter((place) => tokens.includes(place));
  return inputsOf(net, join)
    .filter((place) => !marked.includes(place))
    .map((place) => ({ net: whole, start, target: [place, ...marked].sort((a, b) => a - b) }));
}

type Random = (below: number) => number;

/** mulberry32 */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Small unstructured nets, so that every unusual combination occurs. The first task is the OR-join. */
function drawCase(random: Random) {
  const places = 3 + random(5);
  const some = (min: number, max: number): readonly number[] =>
    Array.from({ length: min + random(max - min + 1) }, () => random(places));
  const once = (list: readonly number[]): readonly number[] => [...new Set(list)].sort((a, b) => a - b);
  const routing = () => (['and', 'xor', 'or'] as const)[random(3)] ?? 'and';
  const tasks = Array.from({ length: 2 + random(5) }, (_, index): RoutingTask => {
    const cancels = random(3) === 0;
    return {
      inputs: once(some(index === 0 ? 2 : 1, index === 0 ? 4 : 2)),
      join: index === 0 ? 'or' : routing(),
      split: routing(),
      outputs: some(1, 3).map((place) => (random(8) === 0 ? -1 : place)),
      caught: random(6) === 0 ? random(places + 1) - 1 : -2,
      ends: random(12) > 0,
      cancelPlaces: cancels ? once(some(0, 3)) : [],
      cancelTasks: cancels && random(2) === 0 ? [random(2)] : [],
      ignores: index === 0 && random(3) === 0 ? [1] : [],
    };
  });
  const tokens = [...some(0, 3)];
  const input = tasks[0]?.inputs[0];
  if (input !== undefined && random(8) > 0) tokens.push(input);
  const busy = tasks.map((_, index) => index).filter((index) => index > 0 && random(4) === 0);
  return { net: { places, tasks }, join: 0, tokens: tokens.sort((a, b) => a - b), busy };
}
