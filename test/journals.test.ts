/**
 * Journals of released kernel editions, kept forever: every later kernel must replay them to the same state [K14.3].
 * `SIGNALBOX_WRITE_JOURNALS=1 npm test -- journals` adds missing files; it never changes one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { link, type Machine, type Program, type RunEvent, type RunState } from '../src/kernel/index.ts';
import { sampleEvaluator } from '../src/testing/stand-ins/sample-evaluator.ts';
import { createRandom } from '../src/testing/stand-ins/seeded-random.ts';
import { createEventSource } from './random-nets/random-events.ts';
import { resolveBlob } from './random-nets/random-payload.ts';
import { randomProgram } from './random-nets/random-program.ts';

interface Journal {
  readonly program: Program;
  readonly events: readonly RunEvent[];
  readonly state: RunState;
}

const folder = fileURLToPath(new URL('journals/semantics-1', import.meta.url));

if (process.env['SIGNALBOX_WRITE_JOURNALS'] === '1') writeMissing();

const files = readdirSync(folder).sort();

test('[K14.3] journals of this edition exist', () => {
  expect(files.length).toBeGreaterThanOrEqual(24);
});

test.each(files)('[K14.3] %s replays to its original state', (file) => {
  const { program, events, state } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Journal;
  const machine = machineOf(program);
  expect(JSON.stringify(machine.replay(events))).toBe(JSON.stringify(state));
  const played = events.reduce((at, event) => {
    const step = machine.advance(at, event);
    return step.kind === 'step' ? step.state : at;
  }, machine.initial);
  expect(JSON.stringify(played)).toBe(JSON.stringify(state));
});

function machineOf(program: Program): Machine {
  const linked = link(program, { evaluators: { sample: sampleEvaluator }, resolve: resolveBlob });
  if (linked.kind === 'problems') throw new Error(JSON.stringify(linked.problems));
  return linked.machine;
}

/** Long runs of random nets, which cover many rules. */
function writeMissing(): void {
  mkdirSync(folder, { recursive: true });
  for (let seed = 1, written = 0; written < 24; seed++) {
    const journal = playRandomly(seed);
    if (journal.events.length < 25) continue;
    written += 1;
    const file = join(folder, `random-${String(written).padStart(2, '0')}.json`);
    if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(journal)}\n`);
  }
}

function playRandomly(seed: number): Journal {
  const random = createRandom(seed);
  const program = randomProgram(random.fork());
  const machine = machineOf(program);
  const source = createEventSource(program, random.fork());
  const events: RunEvent[] = [];
  let state = machine.initial;
  for (let tries = 0; tries < 120; tries++) {
    const event = source.next(state);
    if (event === null) break;
    const step = machine.advance(state, event);
    if (step.kind === 'rejection') continue;
    events.push(event);
    state = step.state;
  }
  return { program, events, state };
}
