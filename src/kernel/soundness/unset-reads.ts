/** Finds reads of variables that a path to them has not set [K16.4]. */
import type { Net, Program, Task } from '../model/program.ts';
import type { ExploredNet } from './completions.ts';
import type { Finding } from './finding.ts';
import { after } from './net-findings.ts';
import { pathTo, type Reached } from './reached.ts';
import { readsOfTask, variablesIn } from './task-reads.ts';
import type { ReadPhase, Unset } from './unset.ts';

export const findUnsetReads = (
  program: Program,
  nets: ReadonlyMap<string, ExploredNet>,
  unset: Unset,
): readonly Finding[] =>
  program.nets.flatMap((net) => [
    ...ofResult(net, unset),
    ...net.tasks.flatMap((task, index) => ofTask(net, task, index, nets.get(net.id)!, unset)),
  ]);

const ofResult = (net: Net, unset: Unset): readonly Finding[] =>
  [...variablesIn([net.result])].flatMap((variable) => {
    const reached = unset.atEntry(net, variable) ? unset.atCompletion(net, variable) : null;
    if (reached === null) return [];
    const isSure = !unset.maybeSetAtCompletion(net, variable);
    return [finding(net, null, variable, reached, isSure, `the result of “${net.id}”`)];
  });

const ofTask = (
  net: Net,
  task: Task,
  index: number,
  { net: checked }: ExploredNet,
  unset: Unset,
): readonly Finding[] => {
  const { atBeginning, atEnd, byGuards } = readsOfTask(task);
  const names = new Map<string, ReadPhase>();
  if (checked.tasks[index]!.endings.some(({ caught }) => !caught)) {
    const outputs = new Set((task.outputs ?? []).map(({ to }) => to));
    for (const name of atEnd) if (!unset.setsByWork(task, name)) names.set(name, 'end');
    for (const name of byGuards)
      if (!outputs.has(name) && !unset.setsByWork(task, name)) names.set(name, 'end');
  }
  for (const name of atBeginning) names.set(name, 'beginning');
  return [...names].flatMap(([variable, when]) => {
    const reached = unset.atEntry(net, variable) ? unset.atTask(net, index, variable, when) : null;
    if (reached === null) return [];
    const isSure = !unset.maybeSetAtTask(net, index, variable, when);
    return [finding(net, task, variable, reached, isSure, `\`${task.id}\``)];
  });
};

const finding = (
  net: Net,
  task: Task | null,
  variable: string,
  reached: Reached,
  isSure: boolean,
  reader: string,
): Finding => ({
  rule: 'unset-read',
  severity: isSure ? 'error' : 'warning',
  net: net.id,
  task: task?.id ?? null,
  place: null,
  variable,
  source: task?.source ?? null,
  path: pathTo(reached),
  message: after(
    reached,
    `${reader} reads “${variable}”, which ${isSure ? 'nothing has set' : 'is not set on this path'}`,
  ),
});
