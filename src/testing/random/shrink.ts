/** Makes a program and its events smaller while they still show a mismatch. */
import type { RunEvent } from '../../kernel/model/event.ts';
import type { Net, Program, Task } from '../../kernel/model/program.ts';
import { programFaults } from './program-faults.ts';

export interface Finding {
  readonly program: Program;
  readonly events: readonly RunEvent[];
  readonly mismatch: string;
}

/** `attempt` gives the mismatch, with the events up to it, or null where both agree. */
export function shrink(
  finding: Finding,
  attempt: (program: Program, events: readonly RunEvent[]) => Finding | null,
  tries = 1500,
): Finding {
  let best = finding;
  let left = tries;
  for (let smaller = true; smaller && left > 0; ) {
    smaller = false;
    for (const candidate of candidates(best)) {
      if (left-- <= 0) break;
      if (programFaults(candidate.program).length > 0) continue;
      const found = attempt(candidate.program, candidate.events);
      if (found === null) continue;
      best = found;
      smaller = true;
      break;
    }
  }
  return best;
}

function* candidates({
  program,
  events,
}: Finding): Generator<{ program: Program; events: readonly RunEvent[] }> {
  // From the end: the last event shows the mismatch, those before it may not matter.
  for (let size = Math.ceil(events.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = events.length - 1; end > 0; end -= size) {
      yield { program, events: events.filter((_, index) => index < end - size || index >= end) };
    }
  }
  for (const smaller of smallerPrograms(program)) yield { program: smaller, events };
}

function* smallerPrograms(program: Program): Generator<Program> {
  for (const net of program.nets) {
    const used = program.nets.some(({ tasks }) =>
      tasks.some(({ work }) => work.kind === 'net' && work.net === net.id),
    );
    if (net.id !== program.root && !used)
      yield { ...program, nets: program.nets.filter((other) => other !== net) };
    for (const smaller of smallerNets(net)) {
      yield { ...program, nets: program.nets.map((other) => (other === net ? smaller : other)) };
    }
  }
  for (const key of Object.keys(program.limits ?? {})) {
    // Without these two a routing-only loop takes its time.
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
  for (const variable of net.variables)
    yield { ...net, variables: net.variables.filter((other) => other !== variable) };
  const held = new Set([
    net.input,
    net.output,
    ...net.tasks.flatMap(({ from, flows }) => [...from, ...flows.map(({ to }) => to)]),
  ]);
  const places = net.places.filter(({ id }) => held.has(id));
  if (places.length < net.places.length) yield { ...net, places };
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
    for (const key of ['from', 'then', 'status'] as const) {
      if (timeout[key] !== undefined) yield { ...task, timeout: without(timeout, key) };
    }
  }
}

function without<T extends object>(value: T, key: string): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as T;
}
