/** The links of a net, seen from the tasks: for each place its incoming flows and the tasks after it. */
import { findCyclic } from '../../find-cyclic.ts';
import type { YawlFlow, YawlNet, YawlTask } from '../model/schema.ts';
import { type WiredNet, type WiredTask, wireNet } from '../model/wire-net.ts';

export interface NetLinks {
  readonly wired: WiredNet;
  /** The tasks from the input condition on, nearest first; then the unreachable ones. */
  readonly order: readonly WiredTask[];
  readonly places: ReadonlyMap<string, PlaceLinks>;
  /** Tasks on a cycle. */
  readonly cyclic: ReadonlySet<string>;
  /** Tasks that have always completed before a task starts, by its id; under the empty id, before the net ends. */
  readonly before: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface PlaceLinks {
  readonly id: string;
  readonly kind: 'input' | 'output' | 'plain' | 'implicit';
  readonly into: readonly Link[];
  /** Ids of the tasks that take tokens from it. */
  readonly consumers: readonly string[];
}

/** A flow of a task into a place. */
export interface Link {
  readonly from: YawlTask;
  readonly flow: YawlFlow;
}

/** Tasks that choose one branch, or any number of them. */
export const choosesOne = ({ split, flows }: YawlTask): boolean => split === 'xor' && flows.length > 1;
export const choosesSome = ({ split, flows }: YawlTask): boolean => split === 'or' && flows.length > 1;

/** The id of the end of the net, among the tasks. */
export const endTaskId = '';

export function linksOf(net: YawlNet): NetLinks {
  const wired = wireNet(net);
  const places = new Map<string, PlaceLinks & { into: Link[]; consumers: string[] }>(
    wired.places.map(({ id, condition }) => [
      id,
      { id, kind: condition?.kind ?? 'implicit', into: [], consumers: [] },
    ]),
  );
  for (const { task, preset, flows } of wired.tasks) {
    for (const place of preset) places.get(place)?.consumers.push(task.id);
    for (const { flow, place } of flows) places.get(place)?.into.push({ from: task, flow });
  }
  const ids = wired.tasks.map(({ task }) => task.id);
  const onward = new Map(
    wired.tasks.map(({ task, flows }) => [
      task.id,
      flows.flatMap(({ place }) => places.get(place)?.consumers ?? []),
    ]),
  );
  const cyclic = findCyclic(ids, (id) => onward.get(id) ?? []);
  const order = inReadingOrder(wired, places);
  return { wired, order, places, cyclic, before: sureBefore(order, places) };
}

function inReadingOrder({ tasks }: WiredNet, places: ReadonlyMap<string, PlaceLinks>): readonly WiredTask[] {
  const byId = new Map(tasks.map((each) => [each.task.id, each]));
  const behind = (ids: readonly string[]) =>
    ids.flatMap((id) => places.get(id)?.consumers ?? []).flatMap((id) => byId.get(id) ?? []);
  const inputs = [...places.values()].filter(({ kind }) => kind === 'input');
  const found = new Set(behind(inputs.map(({ id }) => id)));
  for (const { flows } of found) for (const next of behind(flows.map(({ place }) => place))) found.add(next);
  return [...found, ...tasks.filter((each) => !found.has(each))];
}

/**
 * Whether every token that reaches a task comes from one other task, and every branch of that task ends here. Then its
 * dependencies are known, even on a cycle.
 */
export function closesBlock({ wired, places }: NetLinks, task: string): boolean {
  const next = new Map(
    wired.tasks.map(({ task: each, flows }) => [
      each.id,
      flows.flatMap(({ place }) => consumersOf(places, place)),
    ]),
  );
  const previous = new Map<string, string[]>();
  for (const [from, targets] of next) {
    for (const to of targets) previous.set(to, [...(previous.get(to) ?? []), from]);
  }
  return wired.tasks.some(({ task: { id: first } }) => {
    if (first === task) return false;
    const inside = new Set((next.get(first) ?? []).filter((each) => each !== task));
    for (const each of inside) for (const to of next.get(each) ?? []) if (to !== task) inside.add(to);
    const isOutside = (each: string) => each !== first && !inside.has(each);
    return (
      !inside.has(first) &&
      !inside.has(endTaskId) &&
      [...inside, task].every((each) => !(previous.get(each) ?? []).some(isOutside))
    );
  });
}

/** A place without a consumer leads to the end. */
const consumersOf = (places: ReadonlyMap<string, PlaceLinks>, place: string): readonly string[] => {
  const { consumers = [] } = places.get(place) ?? {};
  return consumers.length === 0 ? [endTaskId] : consumers;
};

/** Starts with all tasks and removes those that can be skipped, until nothing changes. */
function sureBefore(
  tasks: readonly WiredTask[],
  places: ReadonlyMap<string, PlaceLinks>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Set(tasks.map(({ task }) => task.id));
  const before = new Map<string, ReadonlySet<string>>([...all, endTaskId].map((id) => [id, all]));
  const atPlace = (id: string): ReadonlySet<string> => {
    const place = places.get(id);
    if (place === undefined || place.kind === 'input') return new Set();
    return common(
      place.into.map(({ from }) => new Set([...(before.get(from.id) ?? []), from.id])),
      all,
    );
  };
  const output = [...places.values()].find(({ kind }) => kind === 'output');
  for (let changed = true; changed; ) {
    changed = false;
    const settle = (id: string, next: ReadonlySet<string>) => {
      if (next.size === before.get(id)?.size) return;
      before.set(id, next);
      changed = true;
    };
    for (const { task, preset } of tasks) {
      const sets = preset.map(atPlace);
      settle(task.id, task.join === 'and' ? new Set(sets.flatMap((set) => [...set])) : common(sets, all));
    }
    settle(endTaskId, output === undefined ? new Set() : atPlace(output.id));
  }
  return before;
}

function common(sets: readonly ReadonlySet<string>[], all: ReadonlySet<string>): ReadonlySet<string> {
  const [first = all, ...others] = sets;
  return new Set([...first].filter((each) => others.every((set) => set.has(each))));
}
