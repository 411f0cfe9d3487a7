/** Follows tasks for one subscription: sends the present state of each, then every change until it ends [P5.3]. */
import { type DetailedTask, hasFinished } from '../runs/task-wire.ts';
import type { ChangeFeed } from './change-feed.ts';

export interface WatchTasksOptions {
  readonly ids: readonly string[];
  /** `undefined` if it does not exist any more. */
  readonly read: (id: string) => Promise<DetailedTask | undefined>;
  readonly send: (task: DetailedTask) => void;
  readonly report: (line: string, error: unknown) => void;
}

/** @returns a function that ends it: nothing is sent afterwards */
export function watchTasks(
  feed: Pick<ChangeFeed, 'watchRuns'>,
  { ids, read, send, report }: WatchTasksOptions,
): () => void {
  /** What was sent last, by task: without those that have ended. */
  const followed = new Map(ids.map((id) => [id, '']));
  const changed = new Set<string>();
  let [isReading, isOver] = [false, false];
  const sendIfNew = (id: string, task: DetailedTask | undefined): void => {
    const text = JSON.stringify(task ?? '');
    if (isOver || !followed.has(id) || followed.get(id) === text) return;
    if (task === undefined || hasFinished(task)) followed.delete(id);
    else followed.set(id, text);
    if (task !== undefined) send(task);
  };
  const readChanged = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    // Also visits those that change in the meantime: however often, each is read once.
    for (const id of changed) {
      changed.delete(id);
      try {
        sendIfNew(id, await read(id));
      } catch (error) {
        if (!isOver) report('A subscriber could not be notified of a task.', error);
      }
    }
    isReading = false;
  };
  const look = (run: string | undefined): void => {
    for (const id of run === undefined ? followed.keys() : [run]) if (followed.has(id)) changed.add(id);
    if (!isOver) void readChanged();
  };
  const unwatch = feed.watchRuns(look);
  look(undefined);
  return () => {
    isOver = true;
    unwatch();
  };
}
