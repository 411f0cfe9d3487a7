/** Records which tasks and flows a run has taken, and which it has not [M3]. */
import type { Program, Task } from '../../kernel/index.ts';
import { isChoice, leadsTo, type TaskFilter } from './leads-to.ts';
import type { LocatedNote } from './note-location.ts';
import type { Untaken } from './simulation.ts';

export interface Trace {
  /** Call it with the notes of the next step. */
  add(notes: readonly LocatedNote[]): void;
  /** Names of the tasks that ran, in the order of their first start. */
  took(): readonly string[];
  untaken(): readonly Untaken[];
}

export function createTrace(program: Program, shows: TaskFilter): Trace {
  const tasks = new Map<string, { readonly net: string; readonly task: string }>();
  const flows = new Set<string>();

  const untakenOf = (net: string, task: Task): readonly Untaken[] => {
    if (!tasks.has(traceKey(net, task.id))) return [{ kind: 'task', net, task: task.id }];
    const missing = (kind: 'flow' | 'catch', to: string | null): readonly Untaken[] =>
      flows.has(traceKey(net, task.id, kind, to))
        ? []
        : [{ kind, net, task: task.id, to, leadsTo: leadsTo(program, shows, net, to) }];
    return [
      ...(isChoice(task) ? task.flows.flatMap(({ to }) => missing('flow', to)) : []),
      ...(task.catch === undefined ? [] : missing('catch', task.catch.to)),
    ];
  };

  return {
    add(notes) {
      const skipped = new Set(notes.flatMap(({ note }) => (note.kind === 'skipped' ? [note.instance] : [])));
      for (const { note, where } of notes) {
        // A task that is skipped at its start has not run.
        if (note.kind === 'started' && !skipped.has(note.instance)) {
          const { net, task } = where;
          tasks.set(traceKey(net, task), { net, task });
        }
        if (note.kind === 'flow') {
          flows.add(traceKey(where.net, where.task, note.caught ? 'catch' : 'flow', note.to));
        }
      }
    },
    took: () => [...tasks.values()].filter(({ net, task }) => shows(net, task)).map(({ task }) => task),
    untaken: () =>
      program.nets.flatMap(({ id, tasks }) =>
        tasks.filter((task) => shows(id, task.id)).flatMap((task) => untakenOf(id, task)),
      ),
  };
}

function traceKey(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts);
}
