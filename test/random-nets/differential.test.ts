/**
 * The kernel against the reference, on random nets with random events. SIGNALBOX_NETS sets how many, SIGNALBOX_SEED
 * which, SIGNALBOX_NET runs one of them alone.
 */
import { expect, test } from 'vitest';
import { link } from '../../src/kernel/index.ts';
import type { Program } from '../../src/kernel/model/program.ts';
import { sampleEvaluator } from '../../src/testing/stand-ins/sample-evaluator.ts';
import { createRandom } from '../../src/testing/stand-ins/seeded-random.ts';
import { observeState } from '../reference-engine/observe-state.ts';
import { createReference } from '../reference-engine/reference.ts';
import { canonical } from './difference.ts';
import { describeTally, runFuzzCampaign } from './fuzz-campaign.ts';
import { createEventSource } from './random-events.ts';
import { resolveBlob } from './random-payload.ts';
import { randomProgram } from './random-program.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20_260_801);
const nets = Number(process.env['SIGNALBOX_NETS'] ?? (process.env['SIGNALBOX_LONG'] === '1' ? 30_000 : 1000));
/** Far more than needed: a busy machine is not a mismatch. */
const timeout = { timeout: Math.max(120_000, nets * 600) };
const only = process.env['SIGNALBOX_NET'];
const evaluators = { sample: sampleEvaluator };

function linked(program: Program) {
  const result = link(program, { evaluators, resolve: resolveBlob });
  if (result.kind === 'machine') return result.machine;
  throw new Error(`${JSON.stringify(result.problems, null, 1)}\n${JSON.stringify(program)}`);
}

function pair(program: Program) {
  return {
    program,
    subject: linked(program),
    oracle: createReference(program, evaluators, resolveBlob),
    observe: (state: Parameters<typeof observeState>[1]) => observeState(program, state, resolveBlob),
  };
}

test(
  `[K1.1][K1.2][K1.3][K1.4][K2.1][K3.1][K3.2][K3.3][K3.4][K5.1][K6.1][K7.2][K9.1] kernel and reference agree, seed ${seed}`,
  timeout,
  () => {
    const { tally, report } = runFuzzCampaign({
      seed,
      nets,
      pair,
      ...(only === undefined ? {} : { only: Number(only) }),
    });
    console.log(describeTally(seed, tally));
    if (report !== null) throw new Error(report);
    if (only !== undefined) return;
    for (const feature of [
      'orJoins',
      'cancellation',
      'instances',
      'subNets',
      'failures',
      'cycles',
    ] as const) {
      expect(tally.features[feature], feature).toBeGreaterThanOrEqual(tally.nets / 10);
    }
    expect(tally.long, 'runs over 20 events').toBeGreaterThanOrEqual(tally.nets / 2);
  },
);

test(`[K1.1] the order of keys in programs and events changes nothing, seed ${seed}`, () => {
  for (let number = 0; number < 100; number++) {
    const random = createRandom(seed + number);
    const program = randomProgram(random.fork());
    const source = createEventSource(program, random.fork());
    const [machine, reversed] = [linked(program), linked(reverseKeys(program))];
    let [state, other] = [machine.initial, reversed.initial];
    for (let count = 0; count < 80; count++) {
      const event = source.next(state);
      if (event === null) break;
      const [step, mirrored] = [machine.advance(state, event), reversed.advance(other, reverseKeys(event))];
      expect(canonical(mirrored), `net ${number}, event ${count}`).toBe(canonical(step));
      if (step.kind === 'step') state = step.state;
      if (mirrored.kind === 'step') other = mirrored.state;
    }
  }
});

function reverseKeys<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reverseKeys) as T;
  const entries = Object.entries(value).map(([key, part]) => [key, reverseKeys(part)]);
  return Object.fromEntries(entries.reverse()) as T;
}
