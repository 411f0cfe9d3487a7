/** What leads to what in a net, seen from the tasks: for each place the flows into it and the task behind it. */
import { cyclicOf } from '../cyclic.ts';
import type { YawlFlow, YawlNet, YawlTask } from '../schema.ts';
import { type WiredNet, wireNet } from '../wire-net.ts';

export interface NetLinks {
  readonly wired: WiredNet;
  readonly places: ReadonlyMap<string, PlaceLinks>;
  /** Tasks on a cycle. */
  readonly cyclic: ReadonlySet<string>;
  /** Tasks that have completed for sure before a task starts, by its id; under the empty id, before the net ends. */
  readonly before: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface PlaceLinks {
  readonly id: string;
  readonly kind: 'input' | 'output' | 'plain' | 'implicit';
  readonly into: readonly Link[];
  /** Ids of the tasks that take from it. */
  readonly takers: readonly string[];
}

/** A flow of a task into a place. */
export interface Link {
  readonly from: YawlTask;
  readonly flow: YawlFlow;
}

/** The end of the net, among the tasks. */
export const theEnd = '';

export function linksOf(net: YawlNet): NetLinks {
  const wired = wireNet(net);
  const places = new Map<string, PlaceLinks & { into: Link[]; takers: string[] }>(
    wired.places.map(({ id, condition }) => [
      id,
      { id, kind: condition?.kind ?? 'implicit', into: [], takers: [] },
    ]),
  );
  for (const { task, preset, flows } of wired.tasks) {
    for (const place of preset) places.get(place)?.takers.push(task.id);
    for (const { flow, place } of flows) places.get(place)?.into.push({ from: task, flow });
  }
  const ids = wired.tasks.map(({ task }) => task.id);
  const onward = new Map(
    wired.tasks.map(({ task, flows }) => [
      task.id,
      flows.flatMap(({ place }) => places.get(place)?.takers ?? []),
    ]),
  );
  const cyclic = cyclicOf(ids, (id) => onward.get(id) ?? []);
  return { wired, places, cyclic, before: sureBefore(wired, places) };
}

/** From the guess that everything has completed, whatever may be left out is taken away until nothing changes. */
function sureBefore(
  { tasks }: WiredNet,
  places: ReadonlyMap<string, PlaceLinks>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Set(tasks.map(({ task }) => task.id));
  const before = new Map<string, ReadonlySet<string>>([...all, theEnd].map((id) => [id, all]));
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
    settle(theEnd, output === undefined ? new Set() : atPlace(output.id));
  }
  return before;
}

function common(sets: readonly ReadonlySet<string>[], all: ReadonlySet<string>): ReadonlySet<string> {
  const [first = all, ...others] = sets;
  return new Set([...first].filter((each) => others.every((set) => set.has(each))));
}
