/** Finds reads of variables that a path to them has not set [K16.4]. */
import type { Net, Task } from '../model/program.ts';
import type { ExploredNet } from './completions.ts';
import type { Finding } from './finding.ts';
import { after } from './net-findings.ts';
import type { Reached, Witnesses } from './reached.ts';
import { readsOfTask, variablesIn } from './task-reads.ts';
import type { ReadPhase, Unset } from './unset.ts';

export const findUnsetReads = (
  nets: readonly Net[],
  explored: ReadonlyMap<string, ExploredNet>,
  unset: Unset,
  witnesses: Witnesses,
): readonly Finding[] =>
  nets.flatMap((net) =>
    [
      ...ofResult(net, unset),
      ...net.tasks.flatMap((task, index) => ofTask(net, task, index, explored.get(net.id)!, unset)),
    ].flatMap((read) => finding(read, witnesses) ?? []),
  );

interface UnsetRead {
  readonly net: Net;
  readonly task: Task | null;
  readonly variable: string;
  readonly reached: Reached;
  readonly isSure: boolean;
}

const ofResult = (net: Net, unset: Unset): readonly UnsetRead[] =>
  [...variablesIn([net.result])].flatMap((variable) => {
    const reached = unset.atEntry(net, variable) ? unset.atCompletion(net, variable) : null;
    if (reached === null) return [];
    const isSure = !unset.maybeSetAtCompletion(net, variable);
    return [{ net, task: null, variable, reached, isSure }];
  });

const ofTask = (
  net: Net,
  task: Task,
  index: number,
  { net: checked }: ExploredNet,
  unset: Unset,
): readonly UnsetRead[] => {
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
    return [{ net, task, variable, reached, isSure }];
  });
};

const finding = (
  { net, task, variable, reached, isSure }: UnsetRead,
  witnesses: Witnesses,
): Finding | null => {
  const path = witnesses.pathTo(net.id, reached);
  if (path === null) return null;
  const reader = task === null ? `the result of “${net.id}”` : `\`${task.id}\``;
  const how = isSure ? 'nothing has set' : 'is not set on this path';
  return {
    rule: 'unset-read',
    severity: isSure ? 'error' : 'warning',
    net: net.id,
    task: task?.id ?? null,
    place: null,
    variable,
    source: task?.source ?? null,
    path,
    message: after(path, `${reader} reads “${variable}”, which ${how}`),
  };
};
