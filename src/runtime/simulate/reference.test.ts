/**
 * The simulator against the reference engine: random programs with random scripts. The reference replays the journal
 * of every simulation and must agree after each event, and at the end, with the simulation. SIGNALBOX_NETS sets how
 * many, SIGNALBOX_SEED which, SIGNALBOX_NET runs one of them alone.
 */
import { expect, test } from 'vitest';
import { canonical } from '../../../test/random-nets/difference.ts';
import { playRun } from '../../../test/random-nets/play.ts';
import { resolveBlob } from '../../../test/random-nets/random-payload.ts';
import { randomProgram } from '../../../test/random-nets/random-program.ts';
import { epoch } from '../../../test/random-nets/random-work.ts';
import { valueOfKind } from '../../../test/random-nets/variable-kind.ts';
import { observeState } from '../../../test/reference-engine/observe-state.ts';
import { createReference } from '../../../test/reference-engine/reference.ts';
import { type Failure, type Json, link, type Program } from '../../kernel/index.ts';
import { createRandom, type Random, sampleEvaluator } from '../../testing/index.ts';
import type { Script, ScriptedAnswer, ScriptedOutcome } from './script.ts';
import { simulate } from './simulate.ts';
import type { Simulation } from './simulation.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20_260_815);
const nets = Number(process.env['SIGNALBOX_NETS'] ?? (process.env['SIGNALBOX_LONG'] === '1' ? 6000 : 300));
const only = process.env['SIGNALBOX_NET'];
/** Far more than needed: a busy machine is not a mismatch. */
const timeout = { timeout: Math.max(120_000, nets * 400) };
const evaluators = { sample: sampleEvaluator };
const limit = 60;

test(`[M4][M2][M3] simulations agree with the reference engine, seed ${seed}`, timeout, () => {
  const ends: Record<string, number> = {};
  const numbers = only === undefined ? [...Array(nets).keys()] : [Number(only)];
  for (const number of numbers) {
    const random = createRandom(Math.imul(seed + 1, 0x9e3779b1) + number);
    const program = randomProgram(random.fork());
    const input = {
      params: randomParams(random.fork(), program),
      script: randomScript(random.fork(), program),
      limit,
    };
    const simulation = simulate({ program, evaluators, samples: [] }, input);
    const label = `SIGNALBOX_SEED=${seed} SIGNALBOX_NET=${number}`;
    if (simulation.kind === 'problems') throw new Error(`${label}: ${JSON.stringify(simulation.problems)}`);
    ends[simulation.status] = (ends[simulation.status] ?? 0) + 1;
    compare(label, program, simulation, random.fork());
    const again = simulate({ program, evaluators, samples: [] }, input);
    expect(JSON.stringify(again), label).toBe(JSON.stringify(simulation));
  }
  if (only !== undefined) return;
  for (const status of ['completed', 'failed', 'waiting']) {
    expect(ends[status], status).toBeGreaterThanOrEqual(nets / 20);
  }
});

function compare(label: string, program: Program, simulation: Simulation, random: Random): void {
  const linked = link(program, { evaluators });
  if (linked.kind === 'problems') throw new Error(label);
  const reference = createReference(program, evaluators, resolveBlob);
  const left = [...simulation.events];
  const { mismatch, rejections } = playRun(
    {
      program,
      subject: linked.machine,
      oracle: reference,
      observe: (state) => observeState(program, state, resolveBlob),
    },
    () => left.shift() ?? null,
    random,
    limit,
  );
  expect(mismatch?.text, label).toBeUndefined();
  expect(rejections, label).toEqual([]);

  let world = reference.initial;
  const taken = new Set<string>();
  const timers = new Map<string, number>();
  for (const event of simulation.events) {
    const answer = reference.advance(world, event);
    if (answer.kind === 'rejection') throw new Error(`${label}: ${answer.code}`);
    if (event.kind === 'timerFired') timers.delete(`${event.instance} ${event.timer}`);
    // Time has passed no timer.
    for (const due of timers.values()) expect(due, label).toBeGreaterThanOrEqual(event.at);
    world = answer.world;
    for (const effect of answer.effects) {
      if (effect.kind === 'setTimer')
        timers.set(`${effect.instance} ${effect.timer}`, Math.max(effect.at, event.at));
      if (effect.kind === 'clearTimer') timers.delete(`${effect.instance} ${effect.timer}`);
    }
    for (const note of answer.notes) if (note.kind === 'started') taken.add(note.task);
  }
  const seen = reference.observe(world);
  const going = simulation.status === 'waiting' || simulation.status === 'limit';
  expect(seen.status, label).toBe(going ? 'running' : simulation.status);
  expect(canonical(simulation.output), label).toBe(canonical(seen.output));
  expect(simulation.failure?.code ?? null, label).toBe(seen.failure);
  expect(canonical(simulation.variables), label).toBe(canonical(seen.frames[0]?.variables));
  expect(placesOf(simulation.timeline, 'called'), label).toEqual(placesOf(simulation.calls));
  expect(placesOf(simulation.timeline, 'asked'), label).toEqual(placesOf(simulation.asked));
  for (const task of simulation.took) expect(taken, label).toContain(task);
  if (simulation.status !== 'waiting') return;
  expect([...timers], label).toEqual([]);
  expect(simulation.waitingFor, label).not.toEqual([]);
}

/** Time and location, in any order within the same time. */
function placesOf(
  list: readonly { at: number; net: string; task: string; kind?: string }[],
  kind?: string,
): string[] {
  const chosen = list.filter((each) => each.kind === kind);
  return chosen.map(({ at, net, task }) => `${at} ${net} ${task}`).sort();
}

function randomParams(random: Random, program: Program): { readonly [name: string]: Json } {
  const root = program.nets.find(({ id }) => id === program.root);
  const given = (root?.variables ?? []).filter(
    ({ parameter }) => parameter === 'required' || (parameter === 'optional' && random.chance(0.5)),
  );
  return Object.fromEntries(given.map(({ name }) => [name, valueOfKind(random, name.charAt(0))]));
}

function randomScript(random: Random, program: Program): Script {
  const tasks = program.nets.flatMap((net) => net.tasks);
  const calls: Record<string, ScriptedOutcome[]> = {};
  const answers: Record<string, ScriptedAnswer[]> = {};
  for (const { id, work, undo } of tasks) {
    const name = work.kind === 'call' ? random.pick([id, work.operation]) : '';
    if (work.kind === 'call' && random.chance(0.7))
      calls[name] = several(random, () => outcome(random, work.operation));
    if (undo !== undefined && random.chance(0.3))
      calls[undo.operation] = several(random, () => outcome(random, ''));
    const form = work.kind === 'offer' ? JSON.stringify(work.item) : '';
    const asks = work.kind === 'offer' || work.kind === 'wait';
    if (asks && random.chance(0.9)) answers[id] = several(random, () => answer(random, form));
    if (work.kind === 'call' && random.chance(0.6)) answers[id] = several(random, () => verdict(random));
  }
  return { calls, answers, start: epoch + random.int(100), seed: random.int(2 ** 32) };
}

function several<T>(random: Random, make: () => T): T[] {
  return Array.from({ length: random.between(1, 3) }, make);
}

function outcome(random: Random, operation: string): ScriptedOutcome {
  const after = random.pick([0, 0, 1, 30, 400, 2000, 31_536_000_000]);
  return random.weighted<ScriptedOutcome>([
    [7, { kind: 'returns', value: valueFor(random, operation), after }],
    [2, { kind: 'fails', failure: failure(random), after }],
    [0.6, { kind: 'doubt', after }],
    [0.3, { kind: 'hangs' }],
  ]);
}

function answer(random: Random, form: string): ScriptedAnswer {
  const after = random.pick([0, 10, 700]);
  const by = random.chance(0.5) ? { by: random.pick(['ann', 'bob']) } : {};
  return random.weighted<ScriptedAnswer>([
    [8, { kind: 'answers', value: valueFor(random, form), after, ...by }],
    [1, { kind: 'fails', failure: failure(random), after, ...by }],
    [0.5, { kind: 'never' }],
  ]);
}

function verdict(random: Random): ScriptedAnswer {
  const value = random.pick<Json>([
    { verdict: 'succeeded', output: 1 },
    { verdict: 'failed', message: 'it did not happen' },
    { verdict: 'retry' },
    'perhaps',
  ]);
  return { kind: 'answers', value, after: random.int(50) };
}

function valueFor(random: Random, name: string): Json {
  if (random.chance(0.05)) return 'x'.repeat(3000);
  if (name.includes('count')) return random.int(6);
  if (name.includes('items')) return Array.from({ length: random.int(4) }, () => random.int(9));
  return random.pick<Json>([null, 3, 'text', [1, 2], { a: [null] }]);
}

function failure(random: Random): Failure {
  return {
    code: random.pick(['unavailable', 'refused']),
    message: 'as the test wants it',
    ...(random.chance(0.3) ? { retryable: random.chance(0.5) } : {}),
    ...(random.chance(0.2) ? { retryAfter: random.int(500) } : {}),
  };
}
