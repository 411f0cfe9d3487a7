/** Shrinks a program and its events while they still show a mismatch. */
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Net, Program, Task } from '../../src/kernel/model/program.ts';
import type { KernelMismatch } from './kernel-mismatch.ts';
import { programFaults } from './program-faults.ts';
import { prune } from './prune.ts';

export interface Finding {
  readonly program: Program;
  readonly events: readonly RunEvent[];
  readonly mismatch: KernelMismatch;
}

/** `attempt` returns the mismatch, with the events up to it, or `null` if both agree. */
export function shrink(
  finding: Finding,
  attempt: (program: Program, events: readonly RunEvent[]) => Finding | null,
  tries = 400,
): Finding {
  let best = finding;
  let left = tries;
  for (let size = -1; size !== sizeOf(best) && left > 0; ) {
    size = sizeOf(best);
    // A candidate that failed before a success rarely succeeds after it: continue from there, and check again at the end.
    for (let index = 0, list = candidates(best); index < list.length && left > 0; index++) {
      const { program, events } = list[index]?.() ?? best;
      if (programFaults(program).length > 0) continue;
      left--;
      const found = attempt(program, events);
      // Another difference is another error: it would hide the current one.
      if (found === null || found.mismatch.signature !== best.mismatch.signature) continue;
      best = found;
      list = candidates(best);
      index--;
    }
  }
  return best;
}

function sizeOf({ program, events }: Finding): number {
  return JSON.stringify(program).length + JSON.stringify(events).length;
}

/** Created only when it is tried: most are not. */
type Candidate = () => Pick<Finding, 'program' | 'events'>;

function candidates({ program, events }: Finding): Candidate[] {
  const list: Candidate[] = [];
  // From the end: the last event shows the mismatch, earlier ones may not matter.
  for (const size of [8, 3, 1]) {
    for (let end = events.length - 1; end > 0; end -= size) {
      list.push(() => ({ program, events: events.filter((_, index) => index < end - size || index >= end) }));
    }
  }
  for (const smaller of smallerPrograms(program)) list.push(() => ({ program: prune(smaller), events }));
  return list;
}

function* smallerPrograms(program: Program): Generator<Program> {
  for (const net of program.nets) {
    for (const smaller of smallerNets(net)) {
      yield { ...program, nets: program.nets.map((other) => (other === net ? smaller : other)) };
    }
  }
  for (const key of Object.keys(program.limits ?? {})) {
    // Without these two a routing-only loop takes long.
    if (key === 'visits' || key === 'steps') continue;
    yield { ...program, limits: without(program.limits ?? {}, key) };
  }
}

function* smallerNets(net: Net): Generator<Net> {
  for (const task of net.tasks) {
    yield { ...net, tasks: net.tasks.filter((other) => other !== task) };
    for (const smaller of smallerTasks(task)) {
      yield { ...net, tasks: net.tasks.map((other) => (other === task ? smaller : other)) };
    }
  }
  if (net.result !== undefined) yield without(net, 'result');
}

function* smallerTasks(task: Task): Generator<Task> {
  const optional = [
    'each',
    'outputs',
    'cancels',
    'retry',
    'catch',
    'undo',
    'timeout',
    'visits',
    'onUnset',
  ] as const;
  for (const key of optional) if (task[key] !== undefined) yield without(task, key);
  if (task.work.kind !== 'pass') yield { ...task, work: { kind: 'pass' } };
  if ('input' in task.work) yield { ...task, work: without(task.work, 'input') };
  if (task.flows.length > 1) {
    for (const flow of task.flows) yield { ...task, flows: task.flows.filter((other) => other !== flow) };
  }
  if (task.from.length > 1) {
    for (const place of task.from) yield { ...task, from: task.from.filter((other) => other !== place) };
  }
  for (const output of task.outputs ?? []) {
    yield { ...task, outputs: (task.outputs ?? []).filter((other) => other !== output) };
  }
  const { each, undo, timeout } = task;
  if (each !== undefined) {
    for (const key of ['min', 'max', 'threshold', 'concurrency', 'collect'] as const) {
      if (each[key] !== undefined) yield { ...task, each: without(each, key) };
    }
  }
  if (undo !== undefined) {
    for (const key of ['input', 'retry', 'required', 'onUncertain'] as const) {
      if (undo[key] !== undefined) yield { ...task, undo: without(undo, key) };
    }
  }
  if (timeout !== undefined) {
    for (const key of ['from', 'onExpiry', 'status'] as const) {
      if (timeout[key] !== undefined) yield { ...task, timeout: without(timeout, key) };
    }
  }
}

function without<T extends object>(value: T, key: string): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as T;
}
