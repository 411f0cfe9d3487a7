/**
 * Tracks the progress of a run in one of its nets: a state per task, updated step by step, because the state of a
 * run does not keep finished tasks.
 */
import type { Frame, Net, Note, Step } from '../kernel/index.ts';
import type { TaskState, TaskStates } from './task-state.ts';

export interface TaskProgress {
  readonly states: TaskStates;
  /** The states, without the effects of the end of the run. */
  readonly marks: TaskStates;
  /** Task of every instance that was started in this frame. */
  readonly instances: ReadonlyMap<number, string>;
  /** Instances that undo another: a task stays done until its undo has ended. */
  readonly undos: ReadonlySet<number>;
}

export const emptyProgress: TaskProgress = {
  states: new Map(),
  marks: new Map(),
  instances: new Map(),
  undos: new Set(),
};

/** @param frame the frame of the net to track; 1 is the root */
export function updateProgress(view: TaskProgress, net: Net, step: Step, frame = 1): TaskProgress {
  const marks = new Map(view.marks);
  const instances = new Map(view.instances);
  const undos = new Set(view.undos);
  for (const { id, undoes } of step.state.instances) if (undoes !== null) undos.add(id);
  for (const note of step.notes) {
    if (note.kind === 'undone') {
      const task = instances.get(note.instance);
      if (task !== undefined && note.failure === null) marks.set(task, 'undone');
    } else if ('instance' in note && note.frame === frame && !undos.has(note.instance)) {
      instances.set(note.instance, note.task);
      marks.set(note.task, markOf(note));
    }
  }
  const playing = step.state.frames.find(({ id }) => id === frame);
  const busy = busyTasks(net, playing, step);
  for (const { id } of net.tasks) {
    const mark = marks.get(id);
    if (busy.has(id) && mark !== 'failed') marks.set(id, 'under way');
    else if (mark === 'under way') marks.set(id, playing === undefined ? 'skipped' : 'waiting');
  }
  return { marks, instances, undos, states: statesOf(net, marks, step, playing) };
}

type TaskNote = Exclude<Extract<Note, { readonly instance: number }>, { readonly kind: 'undone' }>;

function markOf(note: TaskNote): TaskState {
  switch (note.kind) {
    case 'completed':
      return 'done';
    case 'failed':
      return note.retryAt === null ? 'failed' : 'under way';
    case 'skipped':
    case 'cancelled':
      return 'skipped';
    default:
      return 'under way';
  }
}

/** Tasks that have consumed tokens and not ended, and those offered without having consumed. */
function busyTasks(net: Net, frame: Frame | undefined, step: Step): ReadonlySet<string> {
  if (frame === undefined) return new Set();
  const open = step.state.instances.filter((each) => each.frame === frame.id && each.phase === 'open');
  return new Set([...frame.busy, ...open.map(({ task }) => task)].map((index) => net.tasks[index]?.id ?? ''));
}

/** After a frame has ended, nothing in it waits. */
function statesOf(net: Net, marks: TaskStates, step: Step, frame: Frame | undefined): TaskStates {
  const over = step.state.status !== 'running' || frame === undefined;
  return new Map(
    net.tasks.map(({ id }) => {
      const mark = marks.get(id) ?? 'waiting';
      return [id, over && (mark === 'waiting' || mark === 'under way') ? 'skipped' : mark];
    }),
  );
}
