/** Records which features of the kernel a run has really used: a net that only contains an OR-join proves nothing. */
import type { Note } from '../../src/kernel/model/note.ts';
import type { Program, Task } from '../../src/kernel/model/program.ts';
import type { RunState } from '../../src/kernel/model/state.ts';
import type { Step } from '../../src/kernel/model/step.ts';

export const features = [
  'orJoins',
  'cancellation',
  'instances',
  'subNets',
  'failures',
  'cycles',
  'undo',
  'deferredChoice',
  'retries',
  'timeouts',
  'doubts',
  'reopenings',
] as const;

export type Feature = (typeof features)[number];

/** Adds the features of one step to `used`. `before` provides the nets of frames that the step has ended. */
export function recordFeatures(used: Set<Feature>, program: Program, before: RunState, step: Step): void {
  const nets = new Map([...before.frames, ...step.state.frames].map(({ id, net }) => [id, net]));
  const taskOf = (note: { readonly frame: number; readonly task: string }): Task | undefined => {
    const net = nets.get(note.frame);
    // A frame that began and ended within one step is in neither state.
    return net === undefined ? undefined : program.nets[net]?.tasks.find(({ id }) => id === note.task);
  };
  for (const note of step.notes) recordNote(used, note, 'task' in note ? taskOf(note) : undefined);
  if (step.state.frames.length > 1) used.add('subNets');
  if (step.state.frames.some(({ visits }) => visits.some((count) => count > 1))) used.add('cycles');
  if (step.state.instances.some(({ phase }) => phase === 'doubt')) used.add('doubts');
  if (before.status === 'failed' && step.state.status === 'running') used.add('reopenings');
}

function recordNote(used: Set<Feature>, note: Note, task: Task | undefined): void {
  switch (note.kind) {
    case 'started':
      if (task?.join === 'or' && task.from.length > 1) used.add('orJoins');
      if (task?.each !== undefined) used.add('instances');
      break;
    case 'completed':
      if (task?.cancels !== undefined) used.add('cancellation');
      break;
    case 'failed':
      used.add('failures');
      if (note.retryAt !== null) used.add('retries');
      if (note.failure.code === 'timeout') used.add('timeouts');
      break;
    case 'undone':
      used.add('undo');
      break;
    case 'enabled':
      used.add('deferredChoice');
      break;
    default:
  }
}
