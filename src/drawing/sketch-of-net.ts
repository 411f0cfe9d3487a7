/**
 * Creates the sketch of a net: tasks, and lines between them. Most places are only a line; a place that several
 * tasks share is drawn, because they compete for its token.
 */
import type { Net, Task } from '../kernel/index.ts';
import type { Sketch, SketchKind, SketchLink, SketchNode } from './sketch.ts';

interface PlaceUse {
  readonly producers: Set<Task>;
  readonly consumers: Set<Task>;
}

export function sketchOfNet(net: Net): Sketch {
  const uses = usesOf(net);
  const places = shownPlaces(net, uses);
  const targetsOf = (place: string | null): readonly string[] => {
    if (place === null) return [];
    const shown = places.get(place);
    if (shown !== undefined) return [shown];
    return [...(uses.get(place)?.consumers ?? [])].map(({ id }) => id);
  };
  const linksTo = (from: string, place: string | null, kind: SketchLink['kind']): SketchLink[] =>
    targetsOf(place).map((to) => ({ from, to, label: null, kind }));

  return {
    title: net.id,
    nodes: [
      ...net.tasks.map((task) => nodeOfTask(net, task, (to) => targetsOf(to).length > 0)),
      ...[...places].map(([place, id]) => nodeOfPlace(net, place, id)),
    ],
    links: [
      ...net.tasks.flatMap((task) => [
        ...task.flows.flatMap(({ to }) => linksTo(task.id, to, 'next')),
        ...(task.catch === undefined ? [] : linksTo(task.id, task.catch.to, 'failure')),
      ]),
      ...[...places].flatMap(([place, from]) =>
        [...(uses.get(place)?.consumers ?? [])].map(({ id }) => ({
          from,
          to: id,
          label: null,
          kind: 'next' as const,
        })),
      ),
    ],
    begins: targetsOf(net.input),
    remarks: [],
  };
}

function usesOf(net: Net): ReadonlyMap<string, PlaceUse> {
  const uses = new Map<string, PlaceUse>();
  const use = (place: string): PlaceUse => {
    const known = uses.get(place) ?? { producers: new Set(), consumers: new Set() };
    uses.set(place, known);
    return known;
  };
  for (const task of net.tasks) {
    for (const place of task.from) use(place).consumers.add(task);
    for (const { to } of [...task.flows, ...(task.catch === undefined ? [] : [task.catch])]) {
      if (to !== null) use(to).producers.add(task);
    }
  }
  return uses;
}

/** @returns the node id of every drawn place; a place may have the name of a task, its node may not */
function shownPlaces(net: Net, uses: ReadonlyMap<string, PlaceUse>): ReadonlyMap<string, string> {
  const tasks = new Set(net.tasks.map(({ id }) => id));
  let prefix = '◇';
  while ([...uses.keys()].some((place) => tasks.has(`${prefix} ${place}`))) prefix += '◇';
  const shown = [...uses].filter(([place, use]) => isShown(net, place, use));
  return new Map(shown.map(([place]) => [place, `${prefix} ${place}`]));
}

/** Without the place the lines would be misleading about competing tasks or what a join waits for. */
function isShown(net: Net, place: string, { producers, consumers }: PlaceUse): boolean {
  if (consumers.size > 1) return true;
  const [consumer] = consumers;
  if (consumer === undefined) return false;
  if (place === net.output) return true;
  const sources = producers.size + (place === net.input ? 1 : 0);
  return sources > 1 && consumer.from.length > 1 && consumer.join !== 'xor';
}

function nodeOfTask(net: Net, task: Task, leadsOn: (place: string) => boolean): SketchNode {
  const remarks = new Set<string>();
  for (const { to } of task.flows) {
    if (to === null) remarks.add('■ this path ends');
    else if (to === net.output && !leadsOn(to)) {
      if (task.flows.length > 1) remarks.add('■ to the end');
    } else if (!leadsOn(to)) remarks.add('■ dead end');
  }
  const caught = task.catch?.to;
  if (caught === null) remarks.add('✗ on failure: this path ends');
  else if (caught !== undefined && !leadsOn(caught)) remarks.add('✗ on failure: to the end');
  return {
    id: task.id,
    name: task.id,
    kind: kindOf(task),
    join: task.from.length > 1 ? task.join : null,
    split: task.flows.length > 1 ? task.split : null,
    group: null,
    remarks: [...remarks],
  };
}

const kinds: Readonly<Record<Task['work']['kind'], SketchKind>> = {
  call: 'call',
  offer: 'question',
  net: 'workflow',
  wait: 'wait',
  pass: 'pass',
  fail: 'error',
};

function kindOf({ work, each }: Task): SketchKind {
  return each === undefined ? kinds[work.kind] : 'foreach';
}

function nodeOfPlace(net: Net, place: string, id: string): SketchNode {
  const name = `${place === net.input ? '▷' : '◇'} ${place.trim() === '' ? '(no name)' : place}`;
  return { id, name, kind: 'place', join: null, split: null, group: null, remarks: [] };
}
