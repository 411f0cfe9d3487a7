/** Notes about instances, for timelines. */
import type { Instance } from '../model/state.ts';
import type { Draft } from './draft.ts';

/** Notes that an instance reached a point of its lifecycle. */
export const note = (
  draft: Draft,
  kind: 'enabled' | 'completed' | 'skipped' | 'cancelled' | 'expired',
  instance: Instance,
): void => {
  const task = draft.task(instance).id;
  draft.notes.push({ kind, frame: instance.frame, task, instance: instance.id });
};

export const noteStart = (draft: Draft, instance: Instance): void => {
  const { frame, id, attempt } = instance;
  draft.notes.push({ kind: 'started', frame, task: draft.task(instance).id, instance: id, attempt });
};

/** The common fields of notes about an instance. */
export const noteOf = (
  draft: Draft,
  instance: Instance,
): { frame: number; task: string; instance: number } => ({
  frame: instance.frame,
  task: draft.task(instance).id,
  instance: instance.id,
});
