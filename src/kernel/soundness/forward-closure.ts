/** What could begin if no token were ever consumed: everything else can never begin. */
import type { CheckedNet, CheckedTask } from './checked-net.ts';

export const canBegin = (net: CheckedNet): ReadonlySet<number> => closureOf(net).tasks;

export interface Closure {
  readonly tasks: ReadonlySet<number>;
  /** Some path ends the frame: the output gets a token, or a path ends without one. */
  readonly mayComplete: boolean;
}

export const closureOf = (net: CheckedNet): Closure => {
  const marked = new Set([net.input]);
  const tasks = new Set<number>();
  const open = [net.input];
  let mayComplete = false;
  const isReady = ({ join, inputs }: CheckedTask): boolean =>
    join !== 'and' || inputs.every((input) => marked.has(input));
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const index of net.consumers[place]!) {
      const task = net.tasks[index]!;
      if (tasks.has(index) || !isReady(task)) continue;
      tasks.add(index);
      for (const { gives } of task.endings) {
        if (gives.length === 0 || gives.includes(net.output)) mayComplete = true;
        for (const to of gives) {
          if (marked.has(to)) continue;
          marked.add(to);
          open.push(to);
        }
      }
    }
  }
  return { tasks, mayComplete };
};
