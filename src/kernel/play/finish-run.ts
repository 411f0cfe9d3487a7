/** The end of a run: once, with one effect, keeping the root's variables and nothing else [K9.1, K9.2]. */
import type { Failure } from '../model/failure.ts';
import type { Outcome } from '../model/note.ts';
import type { Payload } from '../model/payload.ts';
import { nothing } from '../values/materialise.ts';
import type { Draft } from './draft.ts';

/** Ends a run whose root cannot move any more. */
export const finishRun = (draft: Draft, outcome: Outcome, output: Payload, failure: Failure | null): void => {
  const root = draft.editFrame(draft.frames[0]!.id);
  root.phase = 'ended';
  root.tokens = [];
  root.busy = [];
  root.undo = [];
  root.visits = [];
  root.children = 0;
  root.failure = null;
  root.result = null;
  draft.signals = [];
  draft.bindings = {};
  announceEnd(draft, outcome, output, failure);
};

/** A failed run that can be reopened keeps its whole state [K9.3]. */
export const failInPlace = (draft: Draft, failure: Failure): void =>
  announceEnd(draft, 'failed', nothing, failure);

const announceEnd = (draft: Draft, status: Outcome, output: Payload, failure: Failure | null): void => {
  draft.status = status;
  draft.suspended = false;
  draft.output = output;
  draft.failure = failure;
  draft.effects.push({ kind: 'finish', status, output, failure });
};
