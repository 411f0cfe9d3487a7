/** Undoes work: entries are recorded at completion, and performed last first, once each [K8]. */

import type { LinkedUndo } from '../link/linked.ts';
import type { Failure } from '../model/failure.ts';
import type { Payload } from '../model/payload.ts';
import type { Instance, UndoEntry } from '../model/state.ts';
import { nothing } from '../values/materialise.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { expressionFailure } from './end-task.ts';
import { queueInstance, removeIdle } from './instances.ts';
import { noteOf } from './notes.ts';
import { Situation } from './situation.ts';

/** Records how to undo work that has just succeeded. */
export const rememberUndo = (draft: Draft, instance: Instance, output: Payload): void => {
  const entry = undoEntry(draft, instance, output);
  if (entry === null) return;
  const frame = draft.editFrame(instance.frame);
  frame.undo = frame.undo.concat(entry);
};

/** A cancelled call has succeeded after all: it is undone at once [K8.4]. */
export const undoDrained = (draft: Draft, instance: Instance, output: Payload): void => {
  const entry = undoEntry(draft, instance, output);
  if (entry === null) {
    removeIdle(draft, instance);
    return;
  }
  const { frame, group, index } = instance;
  draft.removeInstance(instance);
  queueUndo(draft, { frame, group, index }, entry);
};

/** Null, and noted, if the arguments cannot be computed [K8.3]. */
const undoEntry = (draft: Draft, instance: Instance, output: Payload): UndoEntry | null => {
  const frame = draft.frame(instance.frame);
  const input = draft.task(instance).undo!.input;
  try {
    const payload = input === null ? nothing : input(new Situation(draft, frame, instance, output));
    return { instance: instance.id, net: frame.net, task: instance.task, input: payload };
  } catch (error) {
    draft.notes.push({ kind: 'undone', ...noteOf(draft, instance), failure: expressionFailure(error) });
    return null;
  }
};

/** Takes the last entry of a frame's list. */
export const undoNext = (draft: Draft, frameId: number): void => {
  const frame = draft.editFrame(frameId);
  const entry = frame.undo[frame.undo.length - 1]!;
  frame.undo = frame.undo.slice(0, -1);
  queueUndo(draft, { frame: frameId, group: 0, index: -1 }, entry);
};

const queueUndo = (draft: Draft, at: Pick<Instance, 'frame' | 'group' | 'index'>, entry: UndoEntry): void => {
  queueInstance(draft, { ...at, task: entry.task }, entry).input = entry.input;
};

/** Call, retry and doubt policies of an undo instance. */
export const undoOf = (draft: Draft, entry: UndoEntry): LinkedUndo =>
  draft.program.nets[entry.net]!.tasks[entry.task]!.undo!;

export const endUndo = (draft: Draft, instance: EditableInstance, failure: Failure | null): void => {
  const entry = instance.undoes!;
  noteUndone(draft, instance.frame, entry, failure);
  removeIdle(draft, instance);
  if (failure === null || !undoOf(draft, entry).required) return;
  const frame = draft.editFrame(instance.frame);
  // The failed undo of a drained call does not affect a frame that plays on.
  if (frame.phase !== 'failing' && frame.phase !== 'reverting') return;
  const stopped: Failure = {
    code: 'undo-stopped',
    message: 'Not undone, because a later step that had to be undone first could not be.',
  };
  for (const rest of frame.undo) noteUndone(draft, frame.id, rest, stopped);
  frame.undo = [];
};

const noteUndone = (draft: Draft, frame: number, entry: UndoEntry, failure: Failure | null): void => {
  const task = draft.program.nets[entry.net]!.tasks[entry.task]!.id;
  draft.notes.push({ kind: 'undone', frame, task, instance: entry.instance, failure });
};
