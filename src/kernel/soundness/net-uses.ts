/** The tasks that use a net as their work, and what happens to its variables there [K13.5]. */
import type { Net, NetWork, Program } from '../model/program.ts';

export interface NetUse {
  readonly net: Net;
  /** Index of the task. */
  readonly task: number;
  readonly work: NetWork;
  /** Variables of the used net that the task sets. */
  readonly mapped: ReadonlySet<string>;
}

/** By the net that is used. */
export const findUses = (program: Program): ReadonlyMap<string, readonly NetUse[]> => {
  const uses = new Map<string, NetUse[]>(program.nets.map(({ id }) => [id, []]));
  for (const net of program.nets) {
    net.tasks.forEach(({ work }, task) => {
      if (work.kind !== 'net') return;
      uses.get(work.net)?.push({ net, task, work, mapped: new Set(work.input?.map(({ to }) => to)) });
    });
  }
  return uses;
};
