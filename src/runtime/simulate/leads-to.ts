/** The ways through the nets of a program, between the tasks that are shown. */
import type { Net, Program, Task } from '../../kernel/index.ts';

/** Whether a task is shown; tasks that a compiler has added usually are not. */
export type TaskFilter = (net: string, task: string) => boolean;

/** The tasks to which a place leads, over tasks that are not shown; none for the end of the net, or of a path. */
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
  // Places that are added on the way are visited, too.
  for (const each of places) {
    for (const task of consumersOf(found, each)) {
      if (shows(net, task.id)) tasks.add(task.id);
      else for (const { to } of task.flows) if (to !== null) places.add(to);
    }
  }
  return [...tasks];
}

/** Whether a task decides between ways. */
export function isChoice({ split, flows }: Task): boolean {
  return split !== 'and' && flows.length > 1;
}

function consumersOf({ tasks }: Net, place: string): readonly Task[] {
  return tasks.filter(({ from }) => from.includes(place));
}
