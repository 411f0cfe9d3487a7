import { expect, test } from 'vitest';
import { link, type Program, type RunEvent } from '../../src/kernel/index.ts';
import { sampleEvaluator } from '../../src/testing/stand-ins/sample-evaluator.ts';
import { createRandom } from '../../src/testing/stand-ins/seeded-random.ts';
import { createEffectLedger } from './effect-ledger.ts';
import { createEventSource } from './random-events.ts';
import { resolveBlob } from './random-payload.ts';
import { randomProgram } from './random-program.ts';
import { recount } from './recount.ts';

const nets = Number(process.env['SIGNALBOX_NETS'] ?? 1500) * (process.env['SIGNALBOX_LONG'] === '1' ? 20 : 1);
const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20260901);

const machineOf = (program: Program) => {
  const linked = link(program, { evaluators: { sample: sampleEvaluator }, resolve: resolveBlob });
  if (linked.kind === 'problems') throw new Error(JSON.stringify(linked.problems));
  return linked.machine;
};

/** Plays one random run and returns the first inconsistency. */
const audit = (number: number): string | null => {
  const random = createRandom(seed + number);
  const made = randomProgram(random.fork());
  // A third of the nets have a low limit for their OR-joins.
  const limits = { ...made.limits, ...(random.chance(0.33) ? { orJoin: random.between(1, 5) } : {}) };
  const program = { ...made, limits };
  const machine = machineOf(program);
  const source = createEventSource(program, random.fork());
  const ledger = createEffectLedger();
  const events: RunEvent[] = [];
  let state = machine.initial;
  for (let tries = 0; tries < 80; tries++) {
    const event = source.next(state);
    if (event === null) return null;
    const step = machine.advance(state, event);
    if (step.kind === 'rejection') continue;
    events.push(event);
    state = step.state;
    const wrong = [...ledger.record(event, step.effects), ...ledger.compare(state), ...recount(state)];
    if (wrong.length > 0)
      return `net ${number}, event ${events.length}: ${wrong.join('; ')}\n${JSON.stringify({ program, events })}`;
  }
  return null;
};

test(`[K15.1][K15.2][K15.3][K3.6] the effects and states of ${nets} random runs are consistent, seed ${seed}`, {
  timeout: 60_000 + nets * 100,
}, () => {
  for (let number = 0; number < nets; number++) expect(audit(number)).toBeNull();
});
