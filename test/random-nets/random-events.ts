/** Events for a run in progress: mostly what its state waits for, occasionally what does not fit. */
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Program } from '../../src/kernel/model/program.ts';
import type { RunState } from '../../src/kernel/model/state.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import { type Candidate, instanceEvents } from './instance-events.ts';
import { randomMismatchedEvent } from './mismatched-events.ts';
import { inSomeForm, randomAnswer } from './random-payload.ts';
import { startOf } from './random-start.ts';
import { epoch } from './random-work.ts';
import { valueOfKind } from './variable-kind.ts';

export interface EventSource {
  /** The next event; `null` at the end. */
  next(state: RunState): RunEvent | null;
}

/** Frequencies of events in one run. */
interface EventProfile {
  readonly mismatchRate: number;
  readonly failures: number;
  readonly itemActivity: number;
}

export function createEventSource(program: Program, random: Random): EventSource {
  const profile: EventProfile = {
    mismatchRate: 0.1,
    failures: random.pick([0.1, 0.4, 0.7, 2]),
    itemActivity: random.pick([0.8, 1.6, 3]),
  };
  let reopenings = random.between(1, 7);
  let afterEnd = random.chance(0.1) ? 2 : 0;
  let previous: RunEvent | null = null;

  const choose = (state: RunState): RunEvent | null => {
    const at = Math.max(state.at, epoch) + (random.chance(0.6) ? random.int(60) : 0);
    if (state.status !== 'created' && random.chance(profile.mismatchRate))
      return randomMismatchedEvent(random, program, state, previous);
    if (state.status === 'created') {
      const isTooEarly = random.chance(0.05);
      return isTooEarly
        ? randomMismatchedEvent(random, program, state, previous)
        : startOf(random, program, at);
    }
    // A reopening that did not help is unlikely to help the next time.
    if (previous?.kind === 'reopened' && state.status === 'failed' && random.chance(0.7)) reopenings = 0;
    if (state.status === 'failed' && reopenings-- > 0) return reopening(program, random, at);
    if (state.status !== 'running')
      return afterEnd-- > 0 ? randomMismatchedEvent(random, program, state, previous) : null;
    const candidates = [
      ...state.instances.flatMap((instance) =>
        instanceEvents({ random, program, state, at, ...profile }, instance),
      ),
      ...runEvents(random, program, state, at),
    ];
    return random.weighted(candidates)();
  };

  return {
    next(state) {
      previous = choose(state);
      return previous;
    },
  };
}

/** Possible events of a run as a whole. */
function runEvents(random: Random, program: Program, state: RunState, at: number): Candidate[] {
  const by = random.chance(0.5) ? { by: 'operator' } : {};
  return [
    state.suspended ? [6, () => ({ kind: 'resumed', at })] : [0.12, () => ({ kind: 'suspended', at, ...by })],
    [0.35, () => dataUpdated(random, program, state, at)],
    [
      0.3,
      () => ({
        kind: 'signalled',
        at,
        name: random.pick(['ping', 'pong']),
        payload: randomAnswer(random, ''),
      }),
    ],
    [
      0.02,
      () => ({ kind: 'cancelRequested', at, ...(random.chance(0.6) ? { undo: random.chance(0.8) } : {}) }),
    ],
  ];
}

function dataUpdated(random: Random, program: Program, state: RunState, at: number): RunEvent {
  const frame = random.pick(state.frames);
  const variables = program.nets[frame.net]?.variables ?? [];
  // A net that shares has no variables of its own: then a name that most likely exists above.
  const names = variables.length > 0 ? variables.map(({ name }) => name) : ['x0', 'r0'];
  const chosen = random.shuffle(names).slice(0, random.between(1, 2));
  const set = Object.fromEntries(
    chosen.map((name) => [name, inSomeForm(random, valueOfKind(random, name.charAt(0)))]),
  );
  return {
    kind: 'dataUpdated',
    at,
    set,
    ...(frame.id === 1 && random.chance(0.5) ? {} : { frame: frame.id }),
  };
}

/** Occasionally with corrected data. */
function reopening(program: Program, random: Random, at: number): RunEvent {
  const declared = program.nets.find(({ id }) => id === program.root)?.variables ?? [];
  if (declared.length === 0 || random.chance(0.8)) return { kind: 'reopened', at };
  const { name } = random.pick(declared);
  return { kind: 'reopened', at, set: { [name]: { value: random.int(9) } } };
}
