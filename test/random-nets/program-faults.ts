/**
 * Finds what `link` would not accept in generated programs: an independent check that locates errors of the
 * generator.
 */
import type { Expression, Net, Program, Task } from '../../src/kernel/model/program.ts';

const contextNames: ReadonlySet<string> = new Set([
  '$item',
  '$index',
  '$input',
  '$output',
  '$last',
  '$failures',
]);

export function programFaults(program: Program): string[] {
  const faults: string[] = [];
  const nets = new Map(program.nets.map((net) => [net.id, net]));
  if (nets.size !== program.nets.length) faults.push('two nets have one id');
  if (!nets.has(program.root)) faults.push('no root');
  const parents = new Map<string, Set<string>>();
  for (const net of program.nets) {
    for (const { work } of net.tasks) {
      if (work.kind !== 'net') continue;
      const used = nets.get(work.net);
      if (used === undefined) faults.push(`${net.id}: no net ${work.net}`);
      if (work.scope === 'share' && (used?.variables.length ?? 0) > 0)
        faults.push(`${work.net}: has variables`);
      if (work.scope !== 'own') parents.set(work.net, (parents.get(work.net) ?? new Set()).add(net.id));
    }
  }
  for (const [net, users] of parents) if (users.size > 1) faults.push(`${net}: two nets lend it their names`);
  const used = new Set([program.root, ...program.nets.flatMap((net) => net.tasks.flatMap(netsOf))]);
  for (const net of program.nets) {
    if (!used.has(net.id)) faults.push(`${net.id}: unused`);
    faults.push(...netFaults(net, readableNames(program, net)).map((fault) => `${net.id}: ${fault}`));
  }
  return faults;
}

function netsOf({ work }: Task): string[] {
  return work.kind === 'net' ? [work.net] : [];
}

/** The names of the net and, if they are shared, of the nets above. */
function readableNames(program: Program, net: Net): Set<string> {
  const names = new Set(net.variables.map(({ name }) => name));
  for (const parent of program.nets) {
    const lends = parent.tasks.some(
      ({ work }) => work.kind === 'net' && work.net === net.id && work.scope !== 'own',
    );
    if (lends) for (const name of readableNames(program, parent)) names.add(name);
  }
  return names;
}

function netFaults(net: Net, names: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const places = new Set(net.places.map(({ id }) => id));
  const tasks = new Set(net.tasks.map(({ id }) => id));
  if (places.size !== net.places.length) faults.push('two places have one id');
  if (tasks.size !== net.tasks.length) faults.push('two tasks have one id');
  if (!places.has(net.input) || !places.has(net.output) || net.input === net.output)
    faults.push('no input or output');
  if (new Set(net.variables.map(({ name }) => name)).size !== net.variables.length)
    faults.push('double variable');
  if (net.variables.some(({ name }) => name.startsWith('$'))) faults.push('a variable begins with $');
  const forward = reach([net.input], (place) =>
    net.tasks.filter((task) => task.from.includes(place)).flatMap(exits),
  );
  for (const task of net.tasks) {
    const faulty = (fault: string) => faults.push(`${task.id}: ${fault}`);
    if (!task.from.some((place) => forward.has(place))) faulty('on no path from the input');
    if (!leadsToAnEnd(net, task)) faulty('on no path to an end');
    for (const place of [...task.from, ...exits(task)]) if (!places.has(place)) faulty(`no place ${place}`);
    if (task.from.includes(net.output)) faulty('consumes from the output');
    if (exits(task).includes(net.input)) faulty('produces into the input');
    for (const place of task.cancels?.places ?? []) if (!places.has(place)) faulty(`no place ${place}`);
    for (const other of task.cancels?.tasks ?? []) if (!tasks.has(other)) faulty(`no task ${other}`);
    taskFaults(task, names).forEach(faulty);
  }
  return faults;
}

function taskFaults(task: Task, names: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  if (task.from.length === 0) faults.push('consumes nothing');
  if (new Set(task.from).size !== task.from.length) faults.push('consumes twice from one place');
  if (task.flows.length === 0 && task.work.kind !== 'fail') faults.push('leads nowhere');
  if (task.flows.filter((flow) => flow.default === true).length > 1) faults.push('two defaults');
  const choosing = task.flows.some((flow) => flow.guard !== undefined || flow.default !== undefined);
  if (task.split === 'and' && choosing) faults.push('an AND split chooses');
  const { timeout, each } = task;
  if (timeout !== undefined && (timeout.after === undefined) === (timeout.until === undefined))
    faults.push('timeout');
  if (task.work.kind !== 'offer' && (timeout?.from === 'hold' || timeout?.onExpiry === 'finish'))
    faults.push('no item');
  if (each !== undefined && each.items === undefined && each.min === undefined)
    faults.push('each of nothing');
  const assigned = [...(task.outputs ?? []).map(({ to }) => to), task.catch?.as, timeout?.status];
  if (new Set(task.outputs?.map(({ to }) => to)).size !== (task.outputs?.length ?? 0))
    faults.push('double output');
  for (const name of assigned) if (name !== undefined && !names.has(name)) faults.push(`assigns ${name}`);
  for (const name of readsOf(task)) {
    if (!names.has(name) && !contextNames.has(name)) faults.push(`reads ${name}`);
  }
  return faults;
}

/** Every expression is somewhere in the task; nothing else in it looks like one. */
function readsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const expression = value as Expression;
  if (expression.kind === 'read') return [expression.name];
  if (expression.kind === 'eval') return [...expression.reads];
  if (expression.kind === 'value') return [];
  return Object.values(value).flatMap(readsOf);
}

function leadsToAnEnd(net: Net, task: Task): boolean {
  const ends = ({ flows, work, catch: caught }: Task) =>
    work.kind === 'fail' || caught?.to === null || flows.some(({ to }) => to === null || to === net.output);
  const places = reach(exits(task), (place) =>
    net.tasks.filter(({ from }) => from.includes(place)).flatMap(exits),
  );
  return (
    ends(task) ||
    places.has(net.output) ||
    net.tasks.some((next) => ends(next) && next.from.some((place) => places.has(place)))
  );
}

function exits(task: Task): string[] {
  return [...task.flows.map(({ to }) => to), task.catch?.to ?? null].filter((place) => place !== null);
}

function reach(from: readonly string[], next: (place: string) => string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...from];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    open.push(...next(place));
  }
  return seen;
}
