/** Ends of frames [K9]. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Outcome } from '../../src/kernel/model/note.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import { cancelAll, removeFrame } from './cancel.ts';
import { attempt, evaluate, scopeOfFrame } from './evaluate.ts';
import { fail, retryable } from './fail.ts';
import { frameFails, outward } from './frame-fails.ts';
import { removeInstance } from './instances.ts';
import { nothing } from './payloads.ts';
import { getInstance, netOf, type Play } from './play.ts';
import { succeed } from './succeed.ts';
import { undoNext } from './undo.ts';
import type { Frame } from './world.ts';

/** K9.1: it has reached its end; leftovers are noted and cancelled. */
export function completeFrame(play: Play, frame: Frame): void {
  const net = netOf(play, frame);
  const result = attempt(() =>
    net.result === undefined ? nothing : evaluate(play, scopeOfFrame(frame), net.result),
  );
  if (!result.ok) {
    frameFails(play, frame, result.failure);
    return;
  }
  for (const { id: place } of net.places) {
    const tokens = frame.tokens.filter((token) => token === place).length;
    const count = place === net.output ? tokens - 1 : tokens;
    if (count > 0) play.notes.push({ kind: 'leftover', frame: frame.id, place, count });
  }
  frame.tokens = [];
  cancelAll(play, frame);
  frame.phase = 'completing';
  frame.result = result.value;
}

/** A frame that is ending and has no live instance continues its end (step 1 of K1.3). */
export function goOnEnding(play: Play, frame: Frame): void {
  const isRoot = frame.above === 0;
  const undoes = frame.phase === 'failing' || frame.phase === 'reverting';
  if (undoes && frame.undo.length > 0) undoNext(play, frame);
  else if (isRoot) endRun(play, frame);
  else endFrame(play, frame);
}

function outcomeOf(frame: Frame): Outcome {
  if (frame.phase === 'completing') return 'completed';
  return frame.phase === 'failing' ? 'failed' : 'cancelled';
}

function endFrame(play: Play, frame: Frame): void {
  const outcome = outcomeOf(frame);
  const parent = getInstance(play, frame.parent);
  removeFrame(play, frame);
  play.notes.push({ kind: 'frameEnded', frame: frame.id, net: frame.net, outcome });
  parent.child = 0;
  if (parent.draining || outcome === 'cancelled') {
    removeInstance(play, parent);
  } else if (outcome === 'completed') {
    succeed(play, parent, { output: frame.result ?? nothing, how: 'completed', rejects: false });
  } else {
    fail(play, parent, outward(frame.failure ?? unknownFailure), retryable);
  }
}

/** K9.2: only root variables, output and failure are kept. */
function endRun(play: Play, root: Frame): void {
  const { world } = play;
  const status = outcomeOf(root);
  const output: Payload = status === 'completed' ? (root.result ?? nothing) : nothing;
  const failure = status === 'failed' ? (root.failure ?? unknownFailure) : null;
  play.notes.push({ kind: 'frameEnded', frame: root.id, net: root.net, outcome: status });
  Object.assign(root, {
    phase: 'ended',
    children: 0,
    undo: [],
    busy: [],
    tokens: [],
    failure: null,
    result: null,
  });
  world.status = status;
  world.output = output;
  world.failure = failure;
  world.signals = [];
  play.effects.push({ kind: 'finish', status, output, failure });
}

/** Never used: a failing frame keeps its failure. */
const unknownFailure: Failure = { code: 'unknown', message: 'a frame failed without a failure' };
