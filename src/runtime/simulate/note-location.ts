/**
 * Finds the location in the program of the notes of a run: notes name a frame only by its number, and a frame that
 * begins and ends within one event appears in no state.
 */
import type { Instance, Note, Program, RunState, Step, Task } from '../../kernel/index.ts';

export interface NoteLocation {
  readonly net: string;
  /** Empty if it is about a whole frame. */
  readonly task: string;
  /** Depth of the frame; 1 is the root. */
  readonly depth: number;
  /** Position in the list of the innermost enclosing `each`; -1 if there is none. */
  readonly index: number;
}

/** A note with its location. An undo has the location of its task. */
export interface LocatedNote {
  readonly note: Note;
  readonly where: NoteLocation;
}

export interface NoteLocator {
  /** Call it for the steps of one run, in order. */
  follow(step: Step): readonly LocatedNote[];
  /** The location of an instance that appeared in a note. */
  find(instance: number): NoteLocation | undefined;
}

interface Frame {
  readonly net: string;
  readonly depth: number;
  readonly index: number;
}

/** The started members of an `each`; the group itself starts first. */
interface Members {
  readonly group: number;
  started: number;
}

export function createNoteLocator(program: Program): NoteLocator {
  const nets = new Map(
    program.nets.map((net) => [net.id, new Map(net.tasks.map((task) => [task.id, task]))]),
  );
  const frames = new Map<number, Frame>([[1, { net: program.root, depth: 1, index: -1 }]]);
  const groups = new Map<string, Members>();
  const instances = new Map<number, NoteLocation>();
  const undoes = new Map<number, string>();

  const frameOf = (id: number): Frame => frames.get(id) ?? { net: '', depth: 1, index: -1 };

  /**
   * Position of an instance that starts: from the state, unless it has ended at once. Members start in the order of
   * their list, except those that replace a failed one.
   */
  const indexOf = (key: string, task: Task | undefined, instance: number, state: RunState): number => {
    if (task?.each === undefined) return -1;
    const known = findInstance(state, instance);
    const members = groups.get(key);
    if (members === undefined || known?.phase === 'group') {
      groups.set(key, { group: instance, started: 0 });
      return -1;
    }
    const index = known === undefined ? members.started : known.index;
    members.started = Math.max(members.started, index + 1);
    return index;
  };

  const locateInstance = (note: Extract<Note, { instance: number }>, state: RunState): NoteLocation => {
    const frame = frameOf(note.frame);
    const known = instances.get(note.instance);
    const undone = undoes.get(note.instance);
    if (known !== undefined && (note.kind !== 'started' || note.attempt > 1)) return known;
    const key = `${note.frame} ${note.task}`;
    const task = nets.get(frame.net)?.get(note.task);
    const own =
      note.kind === 'started' && undone === undefined ? indexOf(key, task, note.instance, state) : -1;
    const where = { ...frame, net: undone ?? frame.net, task: note.task, index: own < 0 ? frame.index : own };
    instances.set(note.instance, where);
    return where;
  };

  const forgetGroup = (note: Note): void => {
    if (!('task' in note)) return;
    const key = `${note.frame} ${note.task}`;
    const ended = 'instance' in note && note.kind !== 'started' && groups.get(key)?.group === note.instance;
    if (note.kind === 'flow' || ended) groups.delete(key);
  };

  const locateNote = (note: Note, state: RunState): NoteLocation => {
    if ('instance' in note) return locateInstance(note, state);
    const task = 'task' in note ? note.task : '';
    return { ...frameOf(note.frame), task };
  };

  /** Starts of nets open frames in the order of their numbers; a start that fails at once opens none. */
  const openFrame = (
    note: Note,
    following: Note | undefined,
    where: NoteLocation,
    opened: [number, string][],
  ): void => {
    if (note.kind !== 'started') return;
    const work = nets.get(where.net)?.get(where.task)?.work;
    const isWholeGroup = groups.get(`${note.frame} ${note.task}`)?.group === note.instance;
    const [id, net] = opened[0] ?? [0, ''];
    if (work?.kind !== 'net' || isWholeGroup || work.net !== net) return;
    const atOnce = following?.kind === 'failed' || following?.kind === 'skipped';
    if (atOnce && following.instance === note.instance) return;
    opened.shift();
    frames.set(id, { net, depth: where.depth + 1, index: where.index });
  };

  return {
    find: (instance) => instances.get(instance),
    follow({ state, effects, notes }) {
      for (const effect of effects) {
        if (effect.kind === 'call' && effect.undoes !== 0) undoes.set(effect.instance, effect.net);
      }
      const opened = new Map<number, string>();
      for (const { id, net } of state.frames) {
        if (!frames.has(id)) opened.set(id, program.nets[net]?.id ?? '');
      }
      for (const note of notes) {
        if (note.kind === 'frameEnded' && !frames.has(note.frame)) opened.set(note.frame, note.net);
      }
      const inOrder = [...opened].sort(([a], [b]) => a - b);
      return notes.map((note, position) => {
        const where = locateNote(note, state);
        openFrame(note, notes[position + 1], where, inOrder);
        forgetGroup(note);
        return { note, where };
      });
    },
  };
}

/** Instances are sorted by id, and there may be many. */
function findInstance({ instances }: RunState, id: number): Instance | undefined {
  let [low, high] = [0, instances.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instances[middle]?.id ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return instances[low]?.id === id ? instances[low] : undefined;
}
