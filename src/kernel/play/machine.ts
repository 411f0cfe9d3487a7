/** A linked program that plays runs. Keeps no state of any run [K14.2]. */
import type { LinkedProgram } from '../link/linked.ts';
import type { RunEvent } from '../model/event.ts';
import type { Rejection } from '../model/rejection.ts';
import type { RunState } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import { nothing } from '../values/materialise.ts';
import { applyEvent } from './apply-event.ts';
import { Draft } from './draft.ts';
import { playOn } from './play-on.ts';
import { Refusal } from './refusal.ts';

export interface Machine {
  /** The state before the first event. */
  readonly initial: RunState;
  /** Applies an event. Never changes the given state. Throws UnresolvedError if a referenced value is not found. */
  advance(state: RunState, event: RunEvent): Step | Rejection;
  /** The state after a journal. Throws if the journal contains an event that is rejected. */
  replay(events: Iterable<RunEvent>): RunState;
}

export const createMachine = (program: LinkedProgram): Machine => ({
  initial,
  advance: (state, event) => {
    const draft = new Draft(program, state, false);
    try {
      applyEvent(draft, event);
      playOn(draft);
      if (program.refusesMismatches) refuseMismatch(draft, event);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { kind: 'rejection', code: error.code, message: error.message, ...error.about };
    }
    return { kind: 'step', state: draft.toState(), effects: draft.effects, notes: draft.notes };
  },
  replay: (events) => {
    let state: RunState = { ...initial, frames: [], instances: [] };
    for (const event of events) {
      const draft = new Draft(program, state, true);
      applyEvent(draft, event);
      playOn(draft);
      state = draft.toState();
    }
    return state;
  },
});

/** Requests whose caller can be notified of a refusal. */
const answerableEvents: ReadonlySet<RunEvent['kind']> = new Set<RunEvent['kind']>([
  'started',
  'itemHeld',
  'itemDelegated',
  'itemCompleted',
  'itemForced',
  'itemSkipped',
]);

const refuseMismatch = ({ status, failure, notes }: Draft, { kind }: RunEvent): void => {
  if (status !== 'failed' || failure === null || !answerableEvents.has(kind)) return;
  const { code, message } = failure;
  if (code === 'expression' || code === 'too-few-instances' || code === 'too-many-instances') {
    const last = notes.findLast(({ kind: noted }) => noted === 'failed' || noted === 'started');
    throw new Refusal(code, message, last !== undefined && 'task' in last ? last.task : undefined);
  }
};

const initial: RunState = {
  semantics: 1,
  status: 'created',
  suspended: false,
  at: 0,
  seed: 0,
  draws: 0,
  next: 1,
  frames: [],
  instances: [],
  signals: [],
  bindings: {},
  output: nothing,
  failure: null,
};
