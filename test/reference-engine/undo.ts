/** Undo [K8]: completed work is undone in reverse order, one at a time. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import { type Attempted, attempt, evaluate, scopeOf } from './evaluate.ts';
import { createUndo, removeInstance } from './instances.ts';
import { nothing } from './payloads.ts';
import { getFrame, noted, type Play } from './play.ts';
import { getUndo } from './program-lookup.ts';
import type { Frame, Instance, UndoEntry } from './world.ts';

/** The undo entry of an instance, with its current arguments [K8.1]. */
export function evaluateUndo(play: Play, instance: Instance, output: Payload): Attempted<UndoEntry> {
  const { net, task, id } = instance;
  const { input } = getUndo(play.program, net, task);
  return attempt(() => ({
    instance: id,
    net,
    task,
    input: input === undefined ? nothing : evaluate(play, scopeOf(play, instance, output), input),
  }));
}

/** K8.3: arguments that cannot be computed are a failed undo. */
export function noteUndoImpossible(play: Play, instance: Instance, failure: Failure): void {
  play.notes.push({ kind: 'undone', ...noted(instance), failure });
}

/** K8.4: a draining call has succeeded after all. */
export function undoDrained(play: Play, instance: Instance, output: Payload): void {
  const entry = evaluateUndo(play, instance, output);
  // The undo is created first: a group must not end between the two.
  if (entry.ok) createUndo(play, instance, entry.value);
  else noteUndoImpossible(play, instance, entry.failure);
  removeInstance(play, instance);
}

/** The last entry of a frame becomes an instance. */
export function undoNext(play: Play, frame: Frame): void {
  const entry = frame.undo.pop();
  if (entry !== undefined) createUndo(play, { frame: frame.id, group: 0, index: -1 }, entry);
}

/** An undo instance has ended, with the failure if it failed permanently. */
export function endUndo(play: Play, instance: Instance, entry: UndoEntry, failure: Failure | null): void {
  const frame = getFrame(play, instance.frame);
  noteUndone(play, frame, entry, failure);
  removeInstance(play, instance);
  if (failure === null || getUndo(play.program, entry.net, entry.task).required !== true) return;
  if (frame.phase !== 'failing' && frame.phase !== 'reverting') return;
  for (let rest = frame.undo.pop(); rest !== undefined; rest = frame.undo.pop()) {
    noteUndone(play, frame, rest, { code: 'undo-stopped', message: 'an undo that was required failed' });
  }
}

function noteUndone(play: Play, frame: Frame, entry: UndoEntry, failure: Failure | null): void {
  play.notes.push({ kind: 'undone', frame: frame.id, task: entry.task, instance: entry.instance, failure });
}
