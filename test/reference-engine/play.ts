/** One event in progress: the world it changes, and its output. */
import type { Effect } from '../../src/kernel/model/effect.ts';
import type { Evaluators } from '../../src/kernel/model/evaluator.ts';
import type { Note } from '../../src/kernel/model/note.ts';
import type { Resolve } from '../../src/kernel/model/payload.ts';
import type { Net, Program, Task } from '../../src/kernel/model/program.ts';
import type { RejectionCode } from '../../src/kernel/model/rejection.ts';
import { getNet, getTask } from './program-lookup.ts';
import type { Frame, Instance, World } from './world.ts';

export interface Play {
  readonly program: Program;
  readonly evaluators: Evaluators;
  readonly resolve: Resolve;
  readonly world: World;
  readonly effects: Effect[];
  readonly notes: Note[];
  /** Firings and starts so far [K12.2]. */
  steps: number;
  /** The remaining evaluation budget of the event [K12.5]. */
  readonly effort: { left: number };
  /** The group that a user takes with this event; 0 if none [K2.2]. */
  taken: number;
}

/** The event does not fit [K2.1]. Thrown: the clone that it worked on is dropped. */
export class EventMismatch extends Error {
  readonly code: RejectionCode;

  constructor(code: RejectionCode, message: string = code) {
    super(message);
    this.code = code;
  }
}

export function findFrame(play: Play, id: number): Frame | undefined {
  return play.world.frames.find((frame) => frame.id === id);
}

export function getFrame(play: Play, id: number): Frame {
  const frame = findFrame(play, id);
  if (frame === undefined) throw new Error(`no frame ${id}`);
  return frame;
}

export function getRoot(play: Play): Frame {
  const root = play.world.frames.find((frame) => frame.above === 0);
  if (root === undefined) throw new Error('no root frame');
  return root;
}

export function findInstance(play: Play, id: number): Instance | undefined {
  return play.world.instances.find((instance) => instance.id === id);
}

export function getInstance(play: Play, id: number): Instance {
  const instance = findInstance(play, id);
  if (instance === undefined) throw new Error(`no instance ${id}`);
  return instance;
}

export function framesById(play: Play): Frame[] {
  return [...play.world.frames].sort((a, b) => a.id - b.id);
}

export function instancesById(play: Play): Instance[] {
  return [...play.world.instances].sort((a, b) => a.id - b.id);
}

export function liveIn(play: Play, frame: Frame): Instance[] {
  return instancesById(play).filter((instance) => instance.frame === frame.id);
}

/** An idle instance cannot advance the net any more. */
export function isIdle(instance: Instance): boolean {
  return instance.draining || instance.undoes !== null || instance.phase === 'failed';
}

/** Only these frames proceed without external events. */
export function isPlaying(frame: Frame): boolean {
  return frame.phase === 'active' || frame.phase === 'settling';
}

export function netOf(play: Play, frame: Frame): Net {
  return getNet(play.program, frame.net);
}

export function taskOf(play: Play, instance: Instance): Task {
  return getTask(play.program, instance.net, instance.task);
}

/** The part of a note that names an instance. */
export function noted(instance: Instance): { frame: number; task: string; instance: number } {
  return { frame: instance.frame, task: instance.task, instance: instance.id };
}
