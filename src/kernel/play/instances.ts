/** Creates and removes instances: the common part of every firing, retry, cancellation and undo. */
import type { Instance } from '../model/state.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { withNumber, withoutNumber } from './sorted.ts';

/** A new idle instance with the next id. */
export const createInstance = (
  draft: Draft,
  at: Pick<Instance, 'frame' | 'task' | 'group' | 'index' | 'phase'>,
  undoes: Instance['undoes'] = null,
): EditableInstance => {
  const instance: EditableInstance = {
    id: draft.next,
    frame: at.frame,
    task: at.task,
    group: at.group,
    index: at.index,
    ordinal: 0,
    phase: at.phase,
    draining: false,
    attempt: 0,
    late: 'no',
    expired: false,
    input: null,
    holder: '',
    paused: false,
    due: null,
    deadline: null,
    signal: '',
    child: 0,
    undoes,
    each: null,
  };
  draft.next += 1;
  draft.addInstance(instance);
  return instance;
};

/** A new instance that step 3 of K1.3 will start. */
export const queueInstance = (
  draft: Draft,
  at: Pick<Instance, 'frame' | 'task' | 'group' | 'index'>,
  undoes: Instance['undoes'] = null,
): EditableInstance => {
  const instance = createInstance(draft, { ...at, phase: 'ready' }, undoes);
  draft.agenda.ready.add(instance.id);
  return instance;
};

/** Counts an execution of its frame. */
export const countExecution = (draft: Draft, instance: EditableInstance): void => {
  const frame = draft.editFrame(instance.frame);
  frame.children += 1;
  instance.ordinal = frame.children;
};

/** The task has ended; waiting tokens may fire it again [K3.5]. */
export const endBusy = (draft: Draft, frameId: number, task: number): void => {
  const frame = draft.editFrame(frameId);
  frame.busy = withoutNumber(frame.busy, task);
  draft.agenda.touchTask(frameId, task);
  draft.agenda.touch(frameId);
};

export const putToken = (draft: Draft, frameId: number, place: number): void => {
  const frame = draft.editFrame(frameId);
  frame.tokens = withNumber(frame.tokens, place);
  draft.agenda.touchTasks(frameId, draft.net(frame).consumers[place]!);
  draft.agenda.touch(frameId);
};

/** Updates the counts of the group; the group is removed when the last of its members has drained. */
export const leaveGroup = (
  draft: Draft,
  groupId: number,
  left: { active: number; members: number },
): void => {
  const group = draft.editInstance(groupId);
  const each = group.each!;
  group.each = { ...each, active: each.active - left.active, members: each.members - left.members };
};

/** An instance that drained, or undid, is removed; so is a draining group without members. */
export const removeIdle = (draft: Draft, instance: Instance): void => {
  draft.removeInstance(instance);
  if (instance.group === 0) return;
  leaveGroup(draft, instance.group, { active: 0, members: 1 });
  const group = draft.instance(instance.group)!;
  if (group.draining && group.each!.members === 0) draft.removeInstance(group);
};
