/**
 * A net as what is drawn: tasks, and lines between them. Most places are only the line; one that several tasks
 * share is shown, because there the first to come takes the token.
 */
import type { Net, Routing, Task } from '../kernel/index.ts';
import { cleanText } from './clean-text.ts';

export interface GraphNode {
  readonly index: number;
  /** Id of the task; null for a place. */
  readonly task: string | null;
  /** Safe to show. */
  readonly name: string;
  /** Only where there is more than one way in, or out. */
  readonly join: Routing | null;
  readonly split: Routing | null;
  /** Ways out that are told in words. */
  readonly remarks: readonly string[];
}

export interface GraphLink {
  readonly from: number;
  readonly to: number;
  /** Taken when the task fails. */
  readonly caught: boolean;
}

export interface NetGraph {
  /** Where a run begins. */
  readonly begins: readonly number[];
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphLink[];
}

interface PlaceUse {
  readonly producers: Set<Task>;
  readonly consumers: Set<Task>;
}

export function graphOf(net: Net): NetGraph {
  const uses = usesOf(net);
  const taskIndex = new Map(net.tasks.map((task, index) => [task, index]));
  const places = [...uses].filter(([id, use]) => isShown(net, id, use)).map(([id]) => id);
  const placeIndex = new Map(places.map((id, index) => [id, net.tasks.length + index]));

  const targetsOf = (place: string | null): readonly number[] => {
    if (place === null) return [];
    const shown = placeIndex.get(place);
    if (shown !== undefined) return [shown];
    return [...(uses.get(place)?.consumers ?? [])].map((task) => taskIndex.get(task) ?? 0);
  };
  const links: GraphLink[] = [];
  net.tasks.forEach((task, from) => {
    for (const { to } of task.flows)
      links.push(...targetsOf(to).map((at) => ({ from, to: at, caught: false })));
    if (task.catch !== undefined) {
      links.push(...targetsOf(task.catch.to).map((at) => ({ from, to: at, caught: true })));
    }
  });
  for (const [place, from] of placeIndex) {
    for (const task of uses.get(place)?.consumers ?? []) {
      links.push({ from, to: taskIndex.get(task) ?? 0, caught: false });
    }
  }
  const tasks = net.tasks.map((task, index) =>
    nodeOfTask(net, task, index, (to) => targetsOf(to).length > 0),
  );
  const shown = places.map((id) => nodeOfPlace(net, id, placeIndex.get(id) ?? 0));
  return { begins: targetsOf(net.input), nodes: [...tasks, ...shown], links: distinct(links) };
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

/** Without it the lines would tell another story: who competes with whom, or what one join waits for. */
function isShown(net: Net, place: string, { producers, consumers }: PlaceUse): boolean {
  if (consumers.size > 1) return true;
  const [consumer] = consumers;
  if (consumer === undefined) return false;
  if (place === net.output) return true;
  const sources = producers.size + (place === net.input ? 1 : 0);
  return sources > 1 && consumer.from.length > 1 && consumer.join !== 'xor';
}

function nodeOfTask(net: Net, task: Task, index: number, leadsOn: (place: string) => boolean): GraphNode {
  const remarks = new Set<string>();
  for (const { to } of task.flows) {
    if (to === null) remarks.add('■ this path ends');
    else if (to === net.output && !leadsOn(to)) {
      if (task.flows.length > 1) remarks.add('■ to the end');
    } else if (!leadsOn(to)) remarks.add('■ leads no further');
  }
  const caught = task.catch?.to;
  if (caught === null) remarks.add('✗ on failure: this path ends');
  else if (caught !== undefined && !leadsOn(caught)) remarks.add('✗ on failure: to the end');
  return {
    index,
    task: task.id,
    name: shownName(task.id),
    join: task.from.length > 1 ? task.join : null,
    split: task.flows.length > 1 ? task.split : null,
    remarks: [...remarks],
  };
}

function nodeOfPlace(net: Net, id: string, index: number): GraphNode {
  const sign = id === net.input ? '▷' : '◇';
  return { index, task: null, name: `${sign} ${shownName(id)}`, join: null, split: null, remarks: [] };
}

function shownName(id: string): string {
  const name = cleanText(id).trim();
  return name === '' ? '(no name)' : name;
}

function distinct(links: readonly GraphLink[]): GraphLink[] {
  return [...new Map(links.map((link) => [`${link.from} ${link.to} ${link.caught}`, link])).values()];
}
