/**
 * The work that remains before the event is done: only what has changed is examined, so the cost of an event does not
 * depend on the size of the net or the run. Lowest first, as K1.3 requires.
 */
import { IdQueue } from './id-queue.ts';

/** More tasks than any net has: frame and task form one number that sorts by frame, then by task. */
const tasksPerFrame = 2 ** 21;

export class Agenda {
  /** Instances to start. */
  readonly ready = new IdQueue();
  /** Frames that may have ended. */
  readonly ends = new IdQueue();
  /** Frames whose OR-joins may be enabled. */
  readonly orJoins = new IdQueue();
  /** Frames that may be quiescent. */
  readonly quiet = new IdQueue();
  readonly #tasks = new IdQueue();

  touch(frame: number): void {
    this.ends.add(frame);
    this.orJoins.add(frame);
    this.quiet.add(frame);
  }

  /** The task may be enabled. */
  touchTask(frame: number, task: number): void {
    this.#tasks.add(frame * tasksPerFrame + task);
  }

  touchTasks(frame: number, tasks: readonly number[]): void {
    for (let i = 0; i < tasks.length; i++) this.touchTask(frame, tasks[i]!);
  }

  /** The lowest task that may be enabled, removed from the list; null if there is none. */
  takeTask(): { frame: number; task: number } | null {
    if (this.#tasks.size === 0) return null;
    const key = this.#tasks.take();
    return { frame: Math.floor(key / tasksPerFrame), task: key % tasksPerFrame };
  }
}
