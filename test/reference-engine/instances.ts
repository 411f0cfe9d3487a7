/** Creates and removes instances. */
import { findInstance, getFrame, type Play } from './play.ts';
import type { Frame, Instance, UndoEntry } from './world.ts';

export function takeId(play: Play): number {
  const id = play.world.next;
  play.world.next += 1;
  return id;
}

/** The position of an instance: frame, task, and group if it has one. */
export type InstancePosition = Pick<Instance, 'frame' | 'net' | 'task' | 'group' | 'index'>;

export function positionIn(frame: Frame, task: string): InstancePosition {
  return { frame: frame.id, net: frame.net, task, group: 0, index: -1 };
}

export function createInstance(play: Play, position: InstancePosition, phase: Instance['phase']): Instance {
  const instance: Instance = {
    id: takeId(play),
    frame: position.frame,
    net: position.net,
    task: position.task,
    group: position.group,
    index: position.index,
    ordinal: 0,
    phase,
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
    undoes: null,
    each: null,
  };
  play.world.instances.push(instance);
  return instance;
}

/** Counts the execution in its frame. */
export function countExecution(play: Play, instance: Instance): void {
  const frame = getFrame(play, instance.frame);
  frame.children += 1;
  instance.ordinal = frame.children;
}

/** K8: an undo has the position of its entry, or of the drained call that it undoes. */
export function createUndo(
  play: Play,
  at: Pick<Instance, 'frame' | 'group' | 'index'>,
  entry: UndoEntry,
): void {
  const { frame, group, index } = at;
  const undo = createInstance(play, { frame, group, index, net: entry.net, task: entry.task }, 'ready');
  undo.undoes = entry;
  undo.input = entry.input;
  if (group !== 0) countMembers(play, group, 1);
}

/** Also removes an ended group with its last member. */
export function removeInstance(play: Play, instance: Instance): void {
  const { instances } = play.world;
  instances.splice(instances.indexOf(instance), 1);
  if (instance.group === 0) return;
  countMembers(play, instance.group, -1);
  const group = findInstance(play, instance.group);
  if (group?.draining === true && group.each?.members === 0) removeInstance(play, group);
}

export function countMembers(play: Play, group: number, change: number): void {
  const each = findInstance(play, group)?.each;
  if (each !== null && each !== undefined) each.members += change;
}

/** The member is no longer in progress: it has ended, or it drains. */
export function leaveActive(play: Play, member: Instance): void {
  const each = findInstance(play, member.group)?.each;
  if (each !== null && each !== undefined) each.active -= 1;
}

export function endBusy(play: Play, instance: Instance): void {
  const frame = getFrame(play, instance.frame);
  frame.busy = frame.busy.filter((task) => task !== instance.task);
}

/** A group that has ended before its members: they drain or undo. */
export function hasMembers(instance: Instance): boolean {
  return instance.each !== null && instance.each.members > 0;
}
