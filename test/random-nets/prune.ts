/** Removes unreachable parts from a program: tasks, places, nets, variables. */
import type { Net, Program, Task } from '../../src/kernel/model/program.ts';

export function prune(program: Program): Program {
  const nets = program.nets.map(pruneNet);
  const used = new Set<string>();
  const open = [program.root];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (used.has(id)) continue;
    used.add(id);
    const tasks = nets.find((net) => net.id === id)?.tasks ?? [];
    for (const { work } of tasks) if (work.kind === 'net') open.push(work.net);
  }
  const kept = nets.filter(({ id }) => used.has(id));
  // A name may be read from a net below, so it counts everywhere.
  const text = JSON.stringify(kept.map(({ variables: _, ...rest }) => rest));
  const variablesOf = (net: Net) => net.variables.filter(({ name }) => text.includes(`"${name}"`));
  return { ...program, nets: kept.map((net) => ({ ...net, variables: variablesOf(net) })) };
}

function pruneNet(net: Net): Net {
  const reached = new Set<string>();
  const open = [net.input];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    for (const task of net.tasks) if (task.from.includes(place)) open.push(...exits(task));
  }
  const tasks = net.tasks.filter(({ from }) => from.some((place) => reached.has(place)));
  const alive = new Set(tasks.map(({ id }) => id));
  const places = new Set([net.input, net.output, ...tasks.flatMap((task) => [...task.from, ...exits(task)])]);
  return {
    ...net,
    places: net.places.filter(({ id }) => places.has(id)),
    tasks: tasks.map((task) => withRegion(task, places, alive)),
  };
}

function withRegion(task: Task, places: ReadonlySet<string>, tasks: ReadonlySet<string>): Task {
  const { cancels, ...rest } = task;
  if (cancels === undefined) return task;
  const region = {
    places: cancels.places.filter((place) => places.has(place)),
    tasks: cancels.tasks.filter((other) => tasks.has(other)),
  };
  return region.places.length + region.tasks.length === 0 ? rest : { ...rest, cancels: region };
}

function exits(task: Task): string[] {
  return [...task.flows.map(({ to }) => to), task.catch?.to ?? null].filter((place) => place !== null);
}
