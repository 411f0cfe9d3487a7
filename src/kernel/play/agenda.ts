/**
 * What may have to move before the event is over: only what has changed is looked at, so an event costs what it
 * touches, however large the net and the run. Lowest first, as K1.3 wants it.
 */
import { IdQueue } from './id-queue.ts';

/** More tasks than any net has: frame and task make one number that sorts by frame, then by task. */
const tasksPerFrame = 2 ** 21;

export class Agenda {
  /** Instances to start. */
  readonly ready = new IdQueue();
  /** Frames that may be at their end, whose OR-joins may be enabled, and that may have come to rest. */
  readonly ends = new IdQueue();
  readonly orJoins = new IdQueue();
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

  /** The lowest task that may be enabled, taken off the list; null where there is none. */
  takeTask(): { frame: number; task: number } | null {
    if (this.#tasks.size === 0) return null;
    const key = this.#tasks.take();
    return { frame: Math.floor(key / tasksPerFrame), task: key % tasksPerFrame };
  }
}
