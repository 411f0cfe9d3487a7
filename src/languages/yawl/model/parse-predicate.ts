/** Parses the predicate of a flow: the state of a timer, or a query. */
import type { YawlNet, YawlTask } from './schema.ts';
import { taskNameOf } from './task-name.ts';

export type Predicate =
  | {
      readonly kind: 'timer';
      /** Name of a task. */
      readonly task: string;
      readonly state: TimerState;
      /** True for any other state. */
      readonly negated: boolean;
    }
  /** The query to evaluate, which returns a boolean. */
  | { readonly kind: 'query'; readonly query: string }
  /** Looks like a timer predicate, but is malformed. */
  | { readonly kind: 'malformed' };

export const timerStates = ['dormant', 'active', 'closed', 'expired'] as const;
export type TimerState = (typeof timerStates)[number];

const timerForm = /^timer\(([^)]*)\)\s*(!?=)\s*'([^']*)'$/;
const opening = 'boolean(';

/** Offset of the text inside the evaluated query. */
export const predicateShift = opening.length;

export function parsePredicate(text: string): Predicate {
  const trimmed = text.trim();
  if (!trimmed.startsWith('timer(')) return { kind: 'query', query: `${opening}${text})` };
  const [, task = '', operator = '', stateName = ''] = timerForm.exec(trimmed) ?? [];
  const state = timerStates.find((each) => each === stateName);
  if (state === undefined) return { kind: 'malformed' };
  return { kind: 'timer', task: task.trim(), state, negated: operator === '!=' };
}

/** The tasks of a net that a timer predicate can name: those with a timer. */
export function timedTasksOf(net: YawlNet): ReadonlyMap<string, YawlTask> {
  const timed = net.tasks.filter(({ timer }) => timer !== null);
  return new Map(timed.toReversed().map((task) => [taskNameOf(task), task]));
}
