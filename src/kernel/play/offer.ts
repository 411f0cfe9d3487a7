/** Puts an item before people: the task's own work, or the doubt about a call. */
import type { Instance } from '../model/state.ts';
import { nothing } from '../values/materialise.ts';
import type { Draft } from './draft.ts';

export const offer = (draft: Draft, instance: Instance, reason: 'work' | 'doubt'): void => {
  const task = draft.task(instance);
  draft.effects.push({
    kind: 'offer',
    instance: instance.id,
    frame: instance.frame,
    net: draft.netOf(instance).id,
    task: task.id,
    reason,
    item: reason === 'work' && task.work.kind === 'offer' ? task.work.item : null,
    input: instance.input ?? nothing,
    index: instance.index,
    ordinal: instance.ordinal,
    holder: instance.holder,
  });
};
