/** The tasks that use a net as their work, and what happens to its variables there [K13.5]. */
import type { Net, NetWork, Program, Task } from '../model/program.ts';

export interface NetUse {
  readonly net: Net;
  readonly task: Task;
  readonly work: NetWork;
}

/** By the net that is used. */
export const findUses = (program: Program): ReadonlyMap<string, readonly NetUse[]> => {
  const uses = new Map<string, NetUse[]>(program.nets.map(({ id }) => [id, []]));
  for (const net of program.nets) {
    for (const task of net.tasks) {
      if (task.work.kind === 'net') uses.get(task.work.net)?.push({ net, task, work: task.work });
    }
  }
  return uses;
};

export const isMapped = ({ work }: NetUse, name: string): boolean =>
  (work.input ?? []).some(({ to }) => to === name);
