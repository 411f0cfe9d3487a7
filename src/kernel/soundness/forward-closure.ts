/** What could begin if no token were ever consumed: everything else can never begin. */
import type { CheckedNet } from './checked-net.ts';

/** Cost of a task that could begin, and of each of its endings. */
const costOfTask = 5;

export const canBegin = (net: CheckedNet): Closure['tasks'] => closureOf(net).tasks;

export interface Closure {
  /** By task: 1 if it could begin. */
  readonly tasks: Uint8Array;
  /** Some path ends the frame: the output gets a token, or a path ends without one. */
  readonly mayComplete: boolean;
}

export const closureOf = (net: CheckedNet): Closure => {
  const marked = new Uint8Array(net.consumers.length);
  const markedInputs = new Uint32Array(net.tasks.length);
  const tasks = new Uint8Array(net.tasks.length);
  const open = [net.input];
  marked[net.input] = 1;
  let mayComplete = false;
  let cost = (net.consumers.length + net.tasks.length) / 16;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const index of net.consumers[place]!) {
      const task = net.tasks[index]!;
      markedInputs[index]! += 1;
      cost += 1;
      if (tasks[index] === 1 || (task.join === 'and' && markedInputs[index]! < task.inputs.length)) continue;
      tasks[index] = 1;
      for (const { gives } of task.endings) {
        cost += costOfTask + gives.length;
        if (gives.length === 0) mayComplete = true;
        for (const to of gives) {
          if (to === net.output) mayComplete = true;
          if (marked[to] === 1) continue;
          marked[to] = 1;
          open.push(to);
        }
      }
    }
  }
  net.fuel.left -= cost;
  return { tasks, mayComplete };
};
