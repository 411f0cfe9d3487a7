/**
 * Finds out why a work item was withdrawn, from the step that withdrew it. The kernel only reports that it is
 * withdrawn.
 */
import type { Note, Program, RunEvent, RunState, Step } from '../../kernel/index.ts';
import type { ItemEnding, WorkItem } from '../ports/work-item.ts';

/** An event, and its effect on a run. */
export interface AppliedEvent {
  readonly event: RunEvent;
  readonly before: RunState;
  readonly step: Step;
  readonly program: Program;
}

type ItemEnd = Pick<WorkItem, 'state' | 'ending'>;

export function endingOfWithdrawn(item: WorkItem, appliedEvent: AppliedEvent): ItemEnd {
  const { event, step } = appliedEvent;
  const hasExpired = event.kind === 'timerFired' && event.instance === item.instance;
  const kind = hasExpired ? endOf(step.notes, item.instance) : undefined;
  if (kind === 'completed') return { state: 'completed', ending: 'forced' };
  if (kind === 'skipped') return { state: 'skipped', ending: '' };
  return { state: 'withdrawn', ending: endingOf(item, appliedEvent) };
}

function endingOf(
  { instance, ordinal }: WorkItem,
  { event, before, step, program }: AppliedEvent,
): ItemEnding {
  const { notes, state } = step;
  if (ordinal === 0) return hasStarted(notes, instance) ? 'divided' : '';
  if (event.kind === 'cancelRequested') return 'run-ended';
  const enclosing = enclosingPositions(before, program, instance);
  if (enclosing.some((position) => isCancelled(position, notes, program))) return 'cancelled';
  if (state.status === 'completed' || enclosing.some((position) => hasCompleted(position, step)))
    return 'left-over';
  return state.status === 'running' ? 'cancelled' : 'run-ended';
}

/**
 * The ordinal of an item that ended without being held. The kernel counts an item when it takes its tokens, and
 * reports the ordinal only for items that stay on offer.
 */
export function ordinalOf({ instance, ordinal }: WorkItem, { before, step, program }: AppliedEvent): number {
  const open = before.instances.find(({ id }) => id === instance);
  if (ordinal !== 0 || open?.phase !== 'open') return ordinal;
  const frame = before.frames.find(({ id }) => id === open.frame);
  const isOne = program.nets[frame?.net ?? -1]?.tasks[open.task]?.each === undefined;
  return frame !== undefined && isOne && hasStarted(step.notes, instance) ? frame.children + 1 : 0;
}

const hasStarted = (notes: readonly Note[], instance: number): boolean =>
  notes.some((note) => note.kind === 'started' && note.instance === instance);

/** How an instance ended without being cancelled; `undefined` if it did not. */
const endOf = (notes: readonly Note[], instance: number): Note['kind'] | undefined =>
  notes.find((note) => ends.has(note.kind) && 'instance' in note && note.instance === instance)?.kind;

const ends: ReadonlySet<Note['kind']> = new Set(['completed', 'skipped', 'failed']);

/** A task in progress, in its frame. */
interface TaskPosition {
  readonly frame: number;
  readonly net: string;
  readonly task: string;
  readonly group: number;
}

/** The positions of an instance and of everything that encloses it, innermost first. */
function enclosingPositions(
  { instances, frames }: RunState,
  { nets }: Program,
  instance: number,
): readonly TaskPosition[] {
  const positions: TaskPosition[] = [];
  for (let id = instance; id !== 0; ) {
    const own = instances.find((each) => each.id === id);
    const frame = frames.find((each) => each.id === own?.frame);
    const net = nets[frame?.net ?? -1];
    if (own === undefined || frame === undefined || net === undefined) break;
    const task = net.tasks[own.task]?.id ?? '';
    positions.push({ frame: frame.id, net: net.id, task, group: own.group });
    id = frame.parent;
  }
  return positions;
}

/** Cancelled by the region of a task that ended, or because its group is complete. */
function isCancelled(
  { frame, net, task, group }: TaskPosition,
  notes: readonly Note[],
  { nets }: Program,
): boolean {
  const tasks = nets.find(({ id }) => id === net)?.tasks;
  return notes.some((note) => {
    if (note.kind !== 'completed' && note.kind !== 'skipped') return false;
    if (note.instance === group) return true;
    const ended = note.frame === frame ? tasks?.find(({ id }) => id === note.task) : undefined;
    return ended?.cancels?.tasks.includes(task) === true;
  });
}

/** Its net has ended, or only waits for calls. */
const hasCompleted = ({ frame }: TaskPosition, { notes, state }: Step): boolean =>
  notes.some((note) => note.kind === 'frameEnded' && note.frame === frame && note.outcome === 'completed') ||
  state.frames.some(({ id, phase }) => id === frame && phase === 'completing');
