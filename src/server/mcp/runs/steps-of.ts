/** Where a run is, in words: for progress and for tasks. */
import type { RunView } from '../../../operations/index.ts';

type Standing = Pick<RunView, 'status' | 'state' | 'failure' | 'waitingFor' | 'progress'>;

export function stepsOf(run: Standing): string {
  if (run.status !== 'running') return run.failure === null ? run.status : `failed: ${run.failure.message}`;
  const tasks = [...new Set(run.waitingFor.map(({ task }) => task))];
  const shown = tasks.slice(0, 3).join(', ');
  const more = tasks.length > 3 ? ` and ${tasks.length - 3} more` : '';
  const where = shown === '' ? '' : `: ${shown}${more}`;
  return `${run.state}${where} (${Math.round(100 * run.progress)} %)${questionOf(run)}`;
}

/** Whoever cannot be asked by a form is told how to answer. */
function questionOf({ waitingFor }: Standing): string {
  const asked = waitingFor.find((wait) => wait.kind === 'item');
  return asked === undefined ? '' : `. Asked: ${asked.message} Answer with workitems_complete: ${asked.item}`;
}
