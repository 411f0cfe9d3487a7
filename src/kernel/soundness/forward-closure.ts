/** What could begin if no token were ever consumed: everything else can never begin. */
import type { CheckedNet } from './checked-net.ts';

const costOfTask = 10;

export const canBegin = (net: CheckedNet): ReadonlySet<number> => closureOf(net).tasks;

export interface Closure {
  readonly tasks: ReadonlySet<number>;
  /** Some path ends the frame: the output gets a token, or a path ends without one. */
  readonly mayComplete: boolean;
}

export const closureOf = (net: CheckedNet): Closure => {
  const marked = new Set([net.input]);
  const markedInputs = new Uint32Array(net.tasks.length);
  const tasks = new Set<number>();
  const open = [net.input];
  let mayComplete = false;
  let cost = costOfTask * net.tasks.length;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const index of net.consumers[place]!) {
      const task = net.tasks[index]!;
      markedInputs[index]! += 1;
      if (tasks.has(index) || (task.join === 'and' && markedInputs[index]! < task.inputs.length)) continue;
      tasks.add(index);
      for (const { gives } of task.endings) {
        cost += costOfTask + gives.length;
        if (gives.length === 0) mayComplete = true;
        for (const to of gives) {
          if (to === net.output) mayComplete = true;
          if (marked.has(to)) continue;
          marked.add(to);
          open.push(to);
        }
      }
    }
  }
  net.fuel.left -= cost;
  return { tasks, mayComplete };
};
