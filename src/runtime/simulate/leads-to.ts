/** Finds the paths through the nets of a program between visible tasks. */
import type { Net, Program, Task } from '../../kernel/index.ts';

/** Whether a task is visible; tasks that a compiler has added usually are not. */
export type TaskFilter = (net: string, task: string) => boolean;

/** The visible tasks that a place leads to, across hidden tasks; empty for the end of the net, or of a path. */
export function leadsTo(
  program: Program,
  shows: TaskFilter,
  net: string,
  place: string | null,
): readonly string[] {
  const found = program.nets.find(({ id }) => id === net);
  if (found === undefined || place === null) return [];
  const places = new Set([place]);
  const tasks = new Set<string>();
  // The loop also visits places that it adds.
  for (const each of places) {
    for (const task of consumersOf(found, each)) {
      if (shows(net, task.id)) tasks.add(task.id);
      else for (const { to } of task.flows) if (to !== null) places.add(to);
    }
  }
  return [...tasks];
}

/** Whether a task chooses between several flows. */
export function isChoice({ split, flows }: Task): boolean {
  return split !== 'and' && flows.length > 1;
}

function consumersOf({ tasks }: Net, place: string): readonly Task[] {
  return tasks.filter(({ from }) => from.includes(place));
}
