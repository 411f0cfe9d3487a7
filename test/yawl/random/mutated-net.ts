/** Generates a sound net with small changes: most of it works as before, and sometimes something fails. */
import type { Random } from '../../../src/testing/stand-ins/seeded-random.ts';
import { cancelSome, withWorkInLoops } from './arbitrary-net.ts';
import { type Code, type NetSketch, taskSketch } from './task-sketch.ts';

export function mutatedNet(net: NetSketch, random: Random): NetSketch {
  for (let left = random.between(1, 3); left > 0; left--) mutate(net, random);
  return withWorkInLoops(net);
}

const codes: readonly Code[] = ['and', 'xor', 'or'];

/** Nothing is removed, so every element stays on a path from i to o. */
function mutate(net: NetSketch, random: Random): void {
  const tasks = [...net.tasks.values()];
  const task = random.pick(tasks);
  const change = random.weighted<() => void>([
    [3, () => Object.assign(task, { join: random.pick(codes) })],
    [3, () => Object.assign(task, { split: random.pick(codes) })],
    [2, () => Object.assign(task, { does: null })],
    [3, () => cancelSome(net, task, random)],
    [3, () => leadTo(task.to, random.pick([...tasks.map(({ id }) => id), ...net.conditions.keys(), 'o']))],
    [1, () => leadTo(net.begin, task.id)],
    [1, () => addTask(net, random)],
  ]);
  change();
}

function leadTo(flows: string[], target: string): void {
  if (!flows.includes(target)) flows.push(target);
}

/** A further consumer of a condition, or of the output of a task. */
function addTask(net: NetSketch, random: Random): void {
  const tasks = [...net.tasks.values()];
  const added = taskSketch(`${net.id}${net.tasks.size}`, { to: [random.pick(tasks).id] });
  const sources = [...net.conditions.values(), ...tasks.map(({ to }) => to)];
  random.pick(sources).push(added.id);
  net.tasks.set(added.id, added);
}
