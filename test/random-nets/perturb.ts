/**
 * Makes a well-structured net irregular: edges across blocks, other kinds of joins, cancellation, places that two
 * tasks consume. Only adds edges, so every task stays on a path from the input to an end.
 */
import type { Flow } from '../../src/kernel/model/program.ts';
import type { NetDraft, ProgramDraft, TaskDraft } from './net-draft.ts';
import { flagExpression } from './random-expression.ts';

export function perturb(draft: ProgramDraft, net: NetDraft): void {
  const { random } = draft;
  if (random.chance(net.level === 1 ? 0.4 : 0.2)) addCancellation(draft, net);
  if (random.chance(0.1)) addCancellation(draft, net);
  const times = random.weighted([
    [6, 0],
    [2.5, 1],
    [0.8, 2],
    [0.4, 3],
  ]);
  for (let time = 0; time < times; time++) {
    random.weighted([
      [3, addFlow],
      [2, shareInput],
      [3, changeJoin],
      [1, addCatch],
      [1, changeSplit],
    ])(draft, net);
  }
  for (const task of net.tasks) {
    if (isOnCycle(net, task) && random.chance(0.15)) task.visits = random.between(2, 5);
  }
}

function addCancellation({ random }: ProgramDraft, net: NetDraft): void {
  const task = random.pick(net.tasks);
  const places = random.shuffle(net.places.filter((place) => place !== net.output)).slice(0, random.int(4));
  const others = net.tasks.filter((other) => other !== task).map(({ id }) => id);
  const tasks = random.shuffle(others).slice(0, random.int(4));
  if (places.length + tasks.length > 0) task.cancels = { places, tasks };
}

/** Adds a token somewhere. */
function addFlow(draft: ProgramDraft, net: NetDraft): void {
  const { random } = draft;
  const task = random.pick(net.tasks);
  if (task.work.kind === 'fail') return;
  const to = random.pick(net.places.filter((place) => place !== net.input));
  const guard = task.split === 'and' && task.flows.length > 1 ? {} : { guard: flagExpression(draft, net) };
  if ('guard' in guard && task.split === 'and') {
    // A second flow of a plain task: as a choice it keeps the net well structured, as an AND it does not.
    const [only] = task.flows;
    const choose = random.chance(0.6);
    task.split = choose ? random.pick(['xor', 'or']) : 'and';
    task.flows =
      choose && only !== undefined
        ? [
            { to, ...guard },
            { ...only, default: true },
          ]
        : [...task.flows, { to }];
    return;
  }
  task.flows = [...task.flows, { to, ...guard }];
}

/** Two tasks compete for a token, or one waits for a token that may never come. */
function shareInput({ random }: ProgramDraft, net: NetDraft): void {
  const task = random.pick(net.tasks);
  const places = net.places.filter((place) => place !== net.output && !task.from.includes(place));
  if (places.length === 0) return;
  task.from = [...task.from, random.pick(places)];
  if (task.from.length === 2) task.join = random.pick(['and', 'xor', 'xor', 'or', 'or']);
}

function changeJoin({ random }: ProgramDraft, net: NetDraft): void {
  const joins = net.tasks.filter(({ from }) => from.length > 1);
  if (joins.length > 0) random.pick(joins).join = random.pick(['or', 'or', 'xor', 'and']);
}

function addCatch({ random }: ProgramDraft, net: NetDraft): void {
  const task = random.pick(net.tasks);
  // An existing handler may have no other incoming flow.
  task.catch ??= { to: random.pick(net.places.filter((place) => place !== net.input)) };
}

function changeSplit(draft: ProgramDraft, net: NetDraft): void {
  const splits = net.tasks.filter(({ flows }) => flows.length > 1);
  if (splits.length === 0) return;
  const task = draft.random.pick(splits);
  if (task.split === 'and') {
    task.split = draft.random.pick(['or', 'xor']);
    task.flows = task.flows.map(({ to }): Flow => ({ to, guard: flagExpression(draft, net) }));
  } else {
    task.split = task.split === 'or' ? 'xor' : 'or';
  }
}

/** Whether a token that the task produces can come back to it. */
function isOnCycle(net: NetDraft, task: TaskDraft): boolean {
  const seen = new Set<string>();
  const open = exits(task);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (task.from.includes(place)) return true;
    if (seen.has(place)) continue;
    seen.add(place);
    for (const next of net.tasks) if (next.from.includes(place)) open.push(...exits(next));
  }
  return false;
}

function exits(task: TaskDraft): string[] {
  return [...task.flows.map(({ to }) => to), task.catch?.to ?? null].filter((place) => place !== null);
}
