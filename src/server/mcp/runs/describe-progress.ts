/** Describes the progress of a run as text, for progress notifications and tasks. */
import { describeWho, type RunView } from '../../../operations/index.ts';
import { questionsOf } from '../present/present-question.ts';

type RunProgress = Pick<RunView, 'status' | 'state' | 'failure' | 'waitingFor' | 'progress'>;

export function describeProgress(run: RunProgress): string {
  if (run.status !== 'running') return run.failure === null ? run.status : `failed: ${run.failure.message}`;
  const tasks = [...new Set(run.waitingFor.map(({ task }) => task))];
  const shown = tasks.slice(0, 3).join(', ');
  const more = tasks.length > 3 ? ` and ${tasks.length - 3} more` : '';
  const where = shown === '' ? '' : `: ${shown}${more}`;
  return `${run.state}${where} (${Math.round(100 * run.progress)} %)${questionOf(run)}`;
}

/** A user who cannot be shown a form learns how to answer. */
function questionOf(run: RunProgress): string {
  const [asked] = questionsOf(run);
  if (asked === undefined) return '';
  const { message, item, who, mayAnswer } = asked;
  if (mayAnswer) return `. Asked: ${message} Answer with workitems_complete: ${item}`;
  return `. Asked: ${message} This is for ${who === null ? 'others' : describeWho(who)}: ${item}`;
}
