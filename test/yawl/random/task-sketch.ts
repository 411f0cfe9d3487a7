/** The parts of random nets, and their conversion to a plan: the flows, and what each task does. */

import type { Random } from '../../../src/testing/stand-ins/seeded-random.ts';
import type { FlowPlan, NetPlan, SpecificationPlan, TaskPlan } from '../specification-text.ts';

export type Code = 'and' | 'xor' | 'or';

export interface TaskSketch {
  readonly id: string;
  to: string[];
  join: Code;
  split: Code;
  /** `null`: an empty task; `W` and `V` are work, everything else is a net. */
  does: string | null;
  removes: string[];
  removesFlows: [string, string][];
}

export interface NetSketch {
  readonly id: string;
  begin: string[];
  readonly conditions: Map<string, string[]>;
  readonly tasks: Map<string, TaskSketch>;
}

export function taskSketch(id: string, more: Partial<TaskSketch> = {}): TaskSketch {
  return { id, to: [], join: 'xor', split: 'and', does: 'W', removes: [], removesFlows: [], ...more };
}

/** Each of them can be in the variable that predicates read. */
export const letters: readonly string[] = ['a', 'b', 'c', 'd'];

/** One of two kinds of work receives the variable, so that it keeps its value if the item is skipped. */
export function specificationOf(nets: readonly NetSketch[], random: Random): SpecificationPlan {
  return {
    nets: nets.map((net) => netPlan(net, random)),
    work: {
      W: { inputs: { pick: 'string' }, outputs: { pick: 'string' } },
      V: { outputs: { pick: 'string' } },
    },
  };
}

function netPlan({ id, begin, conditions, tasks }: NetSketch, random: Random): NetPlan {
  const plans = [...tasks.values()].map((task): [string, TaskPlan] => [task.id, taskPlan(task, id, random)]);
  return {
    id,
    inputs: { pick: 'string' },
    outputs: { pick: 'string' },
    begin,
    conditions: Object.fromEntries(conditions),
    tasks: Object.fromEntries(plans),
  };
}

function taskPlan(task: TaskSketch, net: string, random: Random): TaskPlan {
  const { join, split, does, removes, removesFlows } = task;
  const starting = does === null || does === 'V' ? {} : { starting: { pick: copyOf(net) } };
  const completed = does === null ? {} : { completed: { pick: copyOf(does) } };
  return {
    to: flowsOf(task, net, random),
    join,
    split,
    does,
    removes,
    removesFlows,
    ...starting,
    ...completed,
  };
}

const copyOf = (root: string): string => `<pick>{/${root}/pick/text()}</pick>`;

function flowsOf({ to, split }: TaskSketch, net: string, random: Random): TaskPlan['to'] {
  if (split === 'and') return to;
  const last = random.pick(to);
  const orders = random.shuffle(to.map((_, at) => at * 3 - 2));
  return to.map((next, at): FlowPlan => {
    const otherwise = next === last;
    const asks = `contains(/${net}/pick, '${random.pick(letters)}')`;
    const when = random.chance(0.2) ? `not(${asks})` : asks;
    if (split === 'or') return { to: next, when, otherwise };
    return otherwise ? { to: next, otherwise } : { to: next, when, order: orders[at] ?? 0 };
  });
}
