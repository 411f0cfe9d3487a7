/** Fires tasks: a task takes its tokens and begins [K3, K11.2]. */
import type { LinkedTask } from '../link/linked.ts';
import type { Frame } from '../model/state.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { canFire, isEnabled, isPlaying, markedInputs, takeTokens } from './enabling.ts';
import { failFinally } from './fail.ts';
import { countExecution, createInstance } from './instances.ts';
import { choose } from './random.ts';
import { withNumber } from './sorted.ts';
import { start } from './start.ts';

const fire = (draft: Draft, frameId: number, task: LinkedTask): void => {
  consume(draft, frameId, task);
  const instance = createInstance(draft, {
    frame: frameId,
    task: task.index,
    group: 0,
    index: -1,
    phase: 'ready',
  });
  if (task.each === null) countExecution(draft, instance);
  if (countVisit(draft, instance, task)) start(draft, instance);
};

/** The task is active from here on. */
export const consume = (draft: Draft, frameId: number, task: LinkedTask): void => {
  takeTokens(draft, frameId, task);
  const frame = draft.editFrame(frameId);
  frame.busy = withNumber(frame.busy, task.index);
};

/** Counts the firing of a task on a cycle. Returns false if it exceeds the limit: the instance has failed [K12.1]. */
export const countVisit = (draft: Draft, instance: EditableInstance, task: LinkedTask): boolean => {
  if (task.visit < 0) return true;
  const frame = draft.editFrame(instance.frame);
  const visits = frame.visits.slice();
  const count = visits[task.visit]! + 1;
  visits[task.visit] = count;
  frame.visits = visits;
  if (count <= task.visitLimit) return true;
  const message = `“${task.id}” has fired ${task.visitLimit} times in this frame, which is its limit.`;
  failFinally(draft, instance, 'visit-limit', message);
  return false;
};

/** A task that is to fire, and its rivals. */
export interface Candidate {
  readonly frame: Frame;
  readonly task: LinkedTask;
  readonly isRival: (task: LinkedTask) => boolean;
}

export const fireCandidate = (draft: Draft, { frame, task, isRival }: Candidate): void =>
  fire(draft, frame.id, chooseAmongRivals(draft, frame, task, isRival));

/** Step 4 of K1.3: tasks that fire automatically and need no OR-join decision. */
export const findPlainTask = (draft: Draft): Candidate | null => {
  for (let at = draft.agenda.takeTask(); at !== null; at = draft.agenda.takeTask()) {
    const frame = draft.findFrame(at.frame);
    if (frame === undefined || !isPlaying(frame)) continue;
    const task = draft.net(frame).tasks[at.task]!;
    if (!isPlain(task) || !isEnabled(frame, task)) continue;
    return { frame, task, isRival: (rival) => isPlain(rival) && isEnabled(frame, rival) };
  }
  return null;
};

const isPlain = (task: LinkedTask): boolean => task.join !== 'or' && !task.competes;

/** Step 5 of K1.3: OR-joins, once nothing else can fire [K3.4]. */
export const findOrJoin = (draft: Draft): Candidate | null => {
  while (draft.agenda.orJoins.size > 0) {
    const frame = draft.findFrame(draft.agenda.orJoins.lowest);
    if (frame !== undefined && isPlaying(frame)) {
      for (const task of markedOrJoins(draft, frame)) {
        if (!canFire(draft, frame, task)) continue;
        const isRival = (rival: LinkedTask) =>
          rival.join === 'or' && !rival.competes && canFire(draft, frame, rival);
        return { frame, task, isRival };
      }
    }
    draft.agenda.orJoins.take();
  }
  return null;
};

/** Only a marked join can fire; there are few of them, however large the net. */
const markedOrJoins = (draft: Draft, frame: Frame): readonly LinkedTask[] => {
  const net = draft.net(frame);
  if (!net.hasOrJoins) return [];
  const found = new Set<LinkedTask>();
  for (const place of frame.tokens) {
    for (const index of net.consumers[place]!) {
      const task = net.tasks[index]!;
      if (task.join === 'or' && !task.competes) found.add(task);
    }
  }
  return [...found].sort((a, b) => a.index - b.index);
};

/** Tasks that need a token of the lowest one compete with it; the seed decides, nets before other work. */
const chooseAmongRivals = (
  draft: Draft,
  frame: Frame,
  lowest: LinkedTask,
  isRival: (task: LinkedTask) => boolean,
): LinkedTask => {
  if (!lowest.contested) return lowest;
  const net = draft.net(frame);
  const indexes = new Set<number>();
  for (const place of markedInputs(frame, lowest)) {
    const consumers = net.consumers[place]!;
    if (consumers.length > 1) for (const index of consumers) indexes.add(index);
  }
  indexes.delete(lowest.index);
  const rivals = [...indexes]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const task = net.tasks[index]!;
      return isRival(task) ? [task] : [];
    });
  if (rivals.length === 0) return lowest;
  const all = [lowest, ...rivals];
  const nets = all.filter((task) => task.work.kind === 'net');
  const among = nets.length > 0 ? nets : all;
  const chosen = choose(draft, among);
  if (among.length > 1) {
    const { id } = chosen;
    const names = among.map((task) => task.id);
    draft.notes.push({ kind: 'chosen', frame: frame.id, task: id, taken: id, among: names });
  }
  draft.agenda.touchTask(frame.id, lowest.index);
  return chosen;
};
