/** What decides whether a flow is taken: the state of a timer, or a query. */
import type { YawlNet, YawlTask } from './schema.ts';
import { taskNameOf } from './task-name.ts';

export type Predicate =
  | {
      readonly kind: 'timer';
      /** Name of a task. */
      readonly task: string;
      readonly state: TimerState;
      /** It is to be in any other state. */
      readonly negated: boolean;
    }
  /** What is computed: a boolean. */
  | { readonly kind: 'query'; readonly query: string }
  /** Meant as a timer predicate, but none. */
  | { readonly kind: 'malformed' };

export const timerStates = ['dormant', 'active', 'closed', 'expired'] as const;
export type TimerState = (typeof timerStates)[number];

const timerForm = /^timer\(([^)]*)\)\s*(!?=)\s*'([^']*)'$/;
const opening = 'boolean(';

/** How far the text is moved inside the query that is computed. */
export const predicateShift = opening.length;

export function parsePredicate(text: string): Predicate {
  const trimmed = text.trim();
  if (!trimmed.startsWith('timer(')) return { kind: 'query', query: `${opening}${text})` };
  const [, task = '', operator = '', stateName = ''] = timerForm.exec(trimmed) ?? [];
  const state = timerStates.find((each) => each === stateName);
  if (state === undefined) return { kind: 'malformed' };
  return { kind: 'timer', task: task.trim(), state, negated: operator === '!=' };
}

/** The tasks of a net that a timer predicate can mean, by name: those with a timer. */
export function timedTasksOf(net: YawlNet): ReadonlyMap<string, YawlTask> {
  const timed = net.tasks.filter(({ timer }) => timer !== null);
  return new Map(timed.toReversed().map((task) => [taskNameOf(task), task]));
}
