/**
 * Finds branches that none of several runs has taken: tasks that never ran, and flows that no run of their task took.
 */
import type { Program } from '../../kernel/index.ts';
import type { Untaken } from '../../runtime/index.ts';

export interface PlayedRun {
  readonly program: Program;
  readonly untaken: readonly Untaken[];
}

export function untakenByAll(runs: readonly PlayedRun[]): readonly Untaken[] {
  const coverage = runs.map(({ program, untaken }) => ({
    nets: new Set(program.nets.map(({ id }) => id)),
    missed: new Set(untaken.map(untakenKey)),
  }));
  const all = new Map(runs.flatMap(({ untaken }) => untaken.map((each) => [untakenKey(each), each])));
  return [...all.values()].filter((each) =>
    coverage.every(({ nets, missed }) => {
      // A run that never reached the task says nothing about its outgoing flows.
      const wasReached = nets.has(each.net) && (each.kind === 'task' || !missed.has(taskKey(each)));
      return !wasReached || missed.has(untakenKey(each));
    }),
  );
}

function untakenKey(untaken: Untaken): string {
  if (untaken.kind === 'task') return taskKey(untaken);
  return JSON.stringify([untaken.kind, untaken.net, untaken.task, untaken.to]);
}

function taskKey({ net, task }: Untaken): string {
  return JSON.stringify(['task', net, task]);
}
