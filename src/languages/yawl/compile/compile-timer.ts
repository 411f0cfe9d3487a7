/** Compiles timers into timeouts of tasks, and the variables that hold their state. */
import type { Timeout, Variable } from '../../../kernel/index.ts';
import { toRecord, valueIn } from '../evaluate/data-document.ts';
import { initialValueOf } from '../model/initial-value.ts';
import type { YawlNet, YawlTask, YawlTimer } from '../model/schema.ts';
import { evalSource, type NetData, overNet } from './compile-data.ts';

/** Id of the task whose timer it follows. */
export const timerVariable = (task: string): string => `timer(${task})`;

export function timerVariables({ tasks }: YawlNet): readonly Variable[] {
  return tasks
    .filter(({ timer, decomposition }) => timer !== null && decomposition !== null)
    .map(({ id }) => ({ name: timerVariable(id), initial: 'dormant' }));
}

/** @param isAutomated the expiry is only recorded: the connector decides what it means */
export function compileTimer(
  { id, timer }: YawlTask,
  data: NetData,
  isAutomated: boolean,
): Timeout | undefined {
  if (timer === null || timer.trigger === 'Never' || !isDueKnown(timer, data)) return undefined;
  return {
    ...dueOf(timer, data),
    onRelease: 'go-on',
    onExpiry: isAutomated ? 'note' : 'finish',
    status: timerVariable(id),
  };
}

/** A variable that does not exist, or has another type, starts no timer. */
function isDueKnown({ due }: YawlTimer, { variables }: NetData): boolean {
  if (due.kind !== 'variable') return true;
  return variables.some(({ name, typeName }) => name === due.variable.name && typeName === 'YTimerType');
}

function dueOf({ trigger, due, workdays }: YawlTimer, data: NetData): Timeout {
  switch (due.kind) {
    case 'expiry':
      return { until: { kind: 'value', value: due.at }, from: momentOf(trigger) };
    case 'duration':
      return {
        after: evalSource({ do: 'duration', duration: due.duration, workdays }, []),
        from: momentOf(trigger),
      };
    case 'variable': {
      const variable = due.variable.name;
      // Parts of it can be queries that have not been checked yet.
      const { over, reads } = overNet({ ...data, checked: new Map() }, '');
      const written = writtenExpiry(variable, data);
      return {
        until: evalSource({ do: 'expiry', variable, over, workdays, written }, [
          ...new Set([variable, ...reads]),
        ]),
        from: evalSource({ do: 'trigger', variable }, [variable]),
      };
    }
  }
}

/** The initial value of the variable; empty if it has none. */
function writtenExpiry(name: string, { variables }: NetData): string {
  const variable = variables.find((each) => each.name === name);
  const initial = variable === undefined ? undefined : initialValueOf(variable);
  const expiry = initial === undefined ? undefined : valueIn(toRecord(initial), 'expiry');
  return typeof expiry === 'string' ? expiry : '';
}

const momentOf = (trigger: YawlTimer['trigger']): 'start' | 'hold' =>
  trigger === 'OnExecuting' ? 'hold' : 'start';
