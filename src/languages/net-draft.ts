/**
 * Builds a net. A place is created when it is first named; generated names contain characters that author names
 * cannot.
 */
import type { Expression, Flow, Net, Source, Task, Variable } from '../kernel/index.ts';

export interface NetDraft {
  readonly id: string;
  readonly tasks: Task[];
  readonly variables: Variable[];
}

export const inputPlace = 'in';
export const outputPlace = 'out';

/** A part of a node or a step: `check/if`. */
export const partId = (node: string, name: string): string => `${node}/${name}`;

export const createNet = (id: string): NetDraft => ({ id, tasks: [], variables: [] });

export function finishNet(
  { id, tasks, variables }: NetDraft,
  onFailure: Net['onFailure'],
  result?: Expression,
): Net {
  const usedPlaces = tasks.flatMap((task) => [
    ...task.from,
    ...[...task.flows, ...(task.catch === undefined ? [] : [task.catch])].flatMap(({ to }) => to ?? []),
  ]);
  const places = [...new Set([inputPlace, ...usedPlaces, outputPlace])].map((place) => ({ id: place }));
  return {
    id,
    input: inputPlace,
    output: outputPlace,
    places,
    tasks,
    variables,
    onFailure,
    ...(result === undefined ? {} : { result }),
  };
}

/** A task that only routes. */
export function passTask(
  id: string,
  source: Source,
  options: Pick<Task, 'from' | 'join' | 'split' | 'flows'> &
    Pick<Partial<Task>, 'outputs' | 'ignores' | 'cancels'>,
): Task {
  return { id, ...options, work: { kind: 'pass' }, source };
}

export const flowsTo = (places: readonly string[]): Flow[] =>
  places.length === 0 ? [{ to: null }] : places.map((to) => ({ to }));
