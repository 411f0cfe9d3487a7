/** A linked program as something that plays runs. Keeps nothing of any run [K14.2]. */
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
  /** Before anything happened. */
  readonly initial: RunState;
  /** What an event does. Never changes the state that it is given. Throws UnresolvedError where a reference leads nowhere. */
  advance(state: RunState, event: RunEvent): Step | Rejection;
  /** The state after a journal. Throws where the journal holds an event that does not fit. */
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
      return { kind: 'rejection', code: error.code, message: error.message };
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

/** Those that somebody gives who can be told. */
const answerableEvents: ReadonlySet<RunEvent['kind']> = new Set<RunEvent['kind']>([
  'started',
  'itemHeld',
  'itemDelegated',
  'itemCompleted',
  'itemForced',
  'itemSkipped',
]);

const refuseMismatch = ({ status, failure }: Draft, { kind }: RunEvent): void => {
  if (status !== 'failed' || failure === null || !answerableEvents.has(kind)) return;
  const { code, message } = failure;
  if (code === 'expression' || code === 'too-few-instances' || code === 'too-many-instances') {
    throw new Refusal(code, message);
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
