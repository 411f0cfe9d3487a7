/** Applies the same events to the kernel and to the reference, and compares after every one. */
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Program } from '../../src/kernel/model/program.ts';
import type { Rejection } from '../../src/kernel/model/rejection.ts';
import type { RunState } from '../../src/kernel/model/state.ts';
import type { Step } from '../../src/kernel/model/step.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import {
  compareAnswers,
  compareBytes,
  compareWholes,
  type KernelMismatch,
  thrown,
} from './kernel-mismatch.ts';
import { type Feature, recordFeatures } from './used-features.ts';

/** The kernel under test. */
export interface Subject {
  readonly initial: RunState;
  advance(state: RunState, event: RunEvent): Step | Rejection;
  replay(events: readonly RunEvent[]): RunState;
}

/** The kernel that it is compared with. */
export interface Oracle<World> {
  readonly initial: World;
  advance(world: World, event: RunEvent): OracleStep<World> | Rejection;
  observe(world: World): unknown;
}

export interface OracleStep<World> {
  readonly kind: 'step';
  readonly world: World;
  readonly effects: readonly unknown[];
  readonly notes: readonly unknown[];
}

/** Both, for one program. */
export interface Pair<World> {
  readonly program: Program;
  readonly subject: Subject;
  readonly oracle: Oracle<World>;
  /** What the `observe` of the oracle would show of this state. */
  readonly observe: (state: RunState) => unknown;
}

export interface Play {
  readonly events: readonly RunEvent[];
  /** `null` if both agreed to the end. */
  readonly mismatch: KernelMismatch | null;
  readonly used: ReadonlySet<Feature>;
  readonly rejections: readonly string[];
  readonly state: RunState;
}

/** `next` returns the events one by one; `null` ends the run, and so does the first mismatch. */
export function playRun<World>(
  pair: Pair<World>,
  next: (state: RunState) => RunEvent | null,
  random: Random,
  maxEvents = 80,
): Play {
  const { program, subject, oracle } = pair;
  const events: RunEvent[] = [];
  const accepted: RunEvent[] = [];
  const rejections: string[] = [];
  const used = new Set<Feature>();
  let state = freeze(subject.initial);
  let world = oracle.initial;
  const middle = random.int(maxEvents);

  const playOne = (event: RunEvent): KernelMismatch | null => {
    const left = subject.advance(state, event);
    // Again on the same frozen state: equal bytes show that the first time had no side effect.
    const again = compareBytes('second advance', left, subject.advance(state, event));
    const right = asking('reference', () => oracle.advance(world, event));
    const mismatch = again ?? compareAnswers(left, right);
    if (mismatch !== null) return mismatch;
    if (left.kind === 'rejection') rejections.push(left.code);
    if (left.kind === 'rejection' || right.kind === 'rejection') return null;
    accepted.push(event);
    recordFeatures(used, program, state, left);
    state = freeze(left.state);
    world = right.world;
    const seen = compareWholes(
      'state',
      pair.observe(state),
      asking('reference', () => oracle.observe(world)),
    );
    // A stored and reloaded state behaves like one in memory.
    if (random.chance(0.5)) state = freeze(JSON.parse(JSON.stringify(state)) as RunState);
    if (seen !== null || events.length !== middle) return seen;
    return compareBytes('live ≠ replayed', state, subject.replay(accepted));
  };

  let mismatch: KernelMismatch | null = null;
  try {
    while (events.length < maxEvents && mismatch === null) {
      const event = next(state);
      if (event === null) break;
      events.push(freeze(event));
      mismatch = playOne(event);
    }
    if (accepted.length > 0) mismatch ??= compareBytes('live ≠ replayed', state, subject.replay(accepted));
  } catch (error) {
    mismatch = error instanceof Thrown ? thrown(error.who, error.cause) : thrown('kernel', error);
  }
  return { events, mismatch, used, rejections, state };
}

/** Records which kernel threw. */
class Thrown extends Error {
  readonly who: string;

  constructor(who: string, cause: unknown) {
    super(who, { cause });
    this.who = who;
  }
}

function asking<T>(who: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw new Thrown(who, error);
  }
}

/** Recursively; a frozen value is also frozen below. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
