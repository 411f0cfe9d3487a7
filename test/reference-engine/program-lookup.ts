/** Lookups in the program, each by a full scan. */
import type { Limits, Net, Program, Task, Undo } from '../../src/kernel/model/program.ts';

const defaults: Required<Limits> = {
  visits: 1000,
  steps: 100_000,
  payload: 1_048_576,
  depth: 32,
  instances: 10_000,
  tokens: 10_000,
  signals: 1000,
  orJoin: 20_000,
  effort: 20_000_000,
};

export function limitsOf(program: Program): Required<Limits> {
  return { ...defaults, ...program.limits };
}

export function getNet(program: Program, id: string): Net {
  const net = program.nets.find((candidate) => candidate.id === id);
  if (net === undefined) throw new Error(`no net ${id}`);
  return net;
}

export function getTask(program: Program, net: string, id: string): Task {
  const task = getNet(program, net).tasks.find((candidate) => candidate.id === id);
  if (task === undefined) throw new Error(`no task ${id} in net ${net}`);
  return task;
}

export function getUndo(program: Program, net: string, task: string): Undo {
  const { undo } = getTask(program, net, task);
  if (undo === undefined) throw new Error(`task ${task} in net ${net} has no undo`);
  return undo;
}

/** Operations whose connector the run must name at its start. */
export function unboundOperations(program: Program): string[] {
  const operations: string[] = [];
  for (const task of program.nets.flatMap((net) => net.tasks)) {
    const { work, undo } = task;
    if (work.kind === 'call' && work.connector === undefined) operations.push(work.operation);
    if (undo !== undefined && undo.connector === undefined) operations.push(undo.operation);
  }
  return operations;
}

/** K11.1: an offer that waits for its hold, or shares an input place with another task of its net. */
export function competes(net: Net, task: Task): boolean {
  if (task.work.kind !== 'offer') return false;
  if (task.work.takes === 'hold') return true;
  return net.tasks.some(
    (other) => other.id !== task.id && other.from.some((place) => task.from.includes(place)),
  );
}

/** K12.1: the task can be reached from itself, by flows and catches. */
export function isOnCycle(net: Net, task: Task): boolean {
  const seen = new Set<string>();
  const waiting = successors(net, task);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.id === task.id) return true;
    if (seen.has(next.id)) continue;
    seen.add(next.id);
    waiting.push(...successors(net, next));
  }
  return false;
}

function successors(net: Net, task: Task): Task[] {
  const places = [...task.flows.map((flow) => flow.to), task.catch?.to ?? null];
  return net.tasks.filter((other) => other.from.some((place) => places.includes(place)));
}
