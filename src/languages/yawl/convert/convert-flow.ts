/** Converts the flows between tasks: dependencies, branches and their targets, and nodes that only forward. */
import type { Json } from '../../../kernel/index.ts';
import { parsePredicate } from '../model/parse-predicate.ts';
import type { YawlFlow, YawlTask } from '../model/schema.ts';
import type { NodeDraft } from './draft.ts';
import type { NetConversionContext } from './net-conversion-context.ts';
import { choosesOne, choosesSome, type Link, type PlaceLinks } from './net-links.ts';
import { readQuery, truthOf } from './read-query.ts';
import { parenthesize, ranks, type ValueTerm, valueTerm } from './term.ts';

/** The keys of a node that define when it starts. */
export interface NodeEntry {
  readonly fields: { readonly [key: string]: Json };
  readonly comments: readonly string[];
}

export interface NetFlow {
  /** When the node of a task starts. Nodes that it needs before are among the extra nodes. */
  entryOf(task: YawlTask): NodeEntry;
  /** The options of a task that chooses one branch; `undefined` if it does not choose. */
  optionsOf(task: YawlTask): BranchOptions | undefined;
  /** Forwarding nodes after a task. */
  readonly passesAfter: (task: string) => readonly NodeDraft[];
}

export interface BranchOptions {
  readonly on: Json;
  readonly comments: readonly string[];
}

/**
 * @param tailOf the node that completes when the task is done
 * @param first the node that starts before all tasks; `null` if there is none
 */
export function createNetFlow(
  context: NetConversionContext,
  tailOf: (task: string) => string,
  first: string | null,
): NetFlow {
  const { links, nodes, nodeOf } = context;
  const behind = new Map<string, NodeDraft[]>();
  const add = (task: YawlTask, node: NodeDraft) =>
    behind.set(task.id, [...(behind.get(task.id) ?? []), node]);
  const passes = new Map<string, string>();

  /** A separate node for a place with several incoming links, or that a branch leads to. */
  const passOf = (key: string, preferredName: string, make: (name: string) => void): string => {
    const known = passes.get(key);
    if (known !== undefined) return known;
    const name = nodes.allocate(preferredName);
    passes.set(key, name);
    make(name);
    return name;
  };

  const isMerge = (task: YawlTask, places: readonly PlaceLinks[]): boolean => {
    const incoming = places.reduce(
      (sum, { into, kind }) => sum + into.length + (kind === 'input' ? 1 : 0),
      0,
    );
    return incoming > 1 && (places.length === 1 || task.join === 'xor');
  };

  const conditionOf = (link: Link): { readonly text: string; readonly comments: readonly string[] } => {
    const comments: string[] = [];
    const text = someOf(context, link, comments).text;
    return { text, comments };
  };

  /** A route into a node that has other incoming routes. */
  const routeInto = ({ from, flow }: Link, target: string, key: string): void => {
    if (choosesOne(from)) return;
    passOf(key, `${nodeOf(from.id)}_to_${target}`, (name) => {
      const condition = choosesSome(from) ? conditionOf({ from, flow }) : undefined;
      add(from, {
        name,
        comments: condition?.comments ?? [],
        body: {
          type: 'branch',
          depends_on: [tailOf(from.id)],
          ...(condition === undefined ? {} : { if: condition.text }),
          on: [{ default: target }],
        },
      });
    });
  };

  /** A task that a loop leads back to also starts by a route. */
  const beginWith = (task: YawlTask, after: string): void => {
    passOf(JSON.stringify(['', task.id]), `to_${nodeOf(task.id)}`, (name) => {
      add(task, {
        name,
        comments: [],
        body: { type: 'branch', depends_on: [after], on: [{ default: nodeOf(task.id) }] },
      });
    });
  };

  /** The dependency for a token in one place of a join. */
  const dependencyOf = (place: PlaceLinks): string | undefined => {
    const [link, ...others] = place.into;
    if (link === undefined) return undefined;
    if (others.length > 0) {
      return passOf(place.id, place.kind === 'implicit' ? 'pass' : place.id, (name) => {
        add(link.from, { name, comments: [], body: { wait: 0 } });
        for (const each of place.into) routeInto(each, name, flowKey(each, place));
      });
    }
    const { from } = link;
    if (!choosesOne(from) && !choosesSome(from)) return tailOf(from.id);
    return passOf(place.id, `${nodeOf(from.id)}_to_${link.flow.to}`, (name) => {
      const condition = choosesSome(from) ? conditionOf(link) : undefined;
      add(from, {
        name,
        comments: condition?.comments ?? [],
        body: {
          wait: 0,
          ...(condition === undefined ? {} : { depends_on: [tailOf(from.id)], if: condition.text }),
        },
      });
    });
  };

  const placesOf = (task: YawlTask): readonly PlaceLinks[] => {
    const wired = links.wired.tasks.find((each) => each.task.id === task.id);
    return (wired?.preset ?? []).flatMap((id) => links.places.get(id) ?? []);
  };

  /** The target of a branch option. */
  const targetOf = ({ flow, from }: Link): string => {
    const place = findPlaceLinks(context, from, flow);
    const taker = place?.consumers[0];
    const task = context.net.tasks.find(({ id }) => id === taker);
    if (place === undefined || task === undefined) return 'end';
    const places = placesOf(task);
    if (places.length === 1 || isMerge(task, places)) return nodeOf(task.id);
    return dependencyOf(place) ?? nodeOf(task.id);
  };

  return {
    passesAfter: (task) => behind.get(task) ?? [],
    entryOf(task) {
      const places = placesOf(task);
      const begins = first !== null && places.some(({ kind }) => kind === 'input');
      if (isMerge(task, places)) {
        if (begins) beginWith(task, first);
        for (const place of places) {
          for (const link of place.into) routeInto(link, nodeOf(task.id), flowKey(link, place));
        }
        return { fields: {}, comments: [] };
      }
      const [place] = places;
      if (places.length > 1) {
        const named = [...new Set(places.flatMap((each) => dependencyOf(each) ?? []))];
        const all = task.join === 'and' && named.length > 1;
        return { fields: { depends_on: named, ...(all ? { join: 'all' } : {}) }, comments: [] };
      }
      if (begins) return { fields: { depends_on: [first] }, comments: [] };
      const link = place?.into[0];
      if (link === undefined || choosesOne(link.from)) return { fields: {}, comments: [] };
      const condition = choosesSome(link.from) ? conditionOf(link) : undefined;
      return {
        comments: condition?.comments ?? [],
        fields: {
          depends_on: [tailOf(link.from.id)],
          ...(condition === undefined ? {} : { if: condition.text }),
        },
      };
    },
    optionsOf(task) {
      if (!choosesOne(task)) return undefined;
      const comments: string[] = [];
      const ordered = orderFlows(task);
      const on = ordered.map((flow, index): Json => {
        const target = targetOf({ from: task, flow });
        if (index === ordered.length - 1) return { default: target };
        return { when: predicateOf(context, task, flow, comments).text, goto: target };
      });
      return { on, comments };
    },
  };
}

const flowKey = ({ from }: Link, { id }: PlaceLinks): string => JSON.stringify([from.id, id]);

function findPlaceLinks(
  { links }: NetConversionContext,
  task: YawlTask,
  flow: YawlFlow,
): PlaceLinks | undefined {
  const wired = links.wired.tasks.find((each) => each.task.id === task.id);
  const place = wired?.flows.find((each) => each.flow === flow)?.place;
  return links.places.get(place ?? '');
}

/** In the order of evaluation; the default last. */
function orderFlows({ flows }: YawlTask): readonly YawlFlow[] {
  const rank = ({ isDefault, ordering }: YawlFlow) =>
    isDefault ? Number.MAX_SAFE_INTEGER : (ordering ?? Number.MAX_SAFE_INTEGER - 1);
  return [...flows].sort((a, b) => rank(a) - rank(b));
}

/** The condition of one option of an OR-split. The default is also taken if no other option is. */
function someOf(context: NetConversionContext, { from, flow }: Link, comments: string[]): ValueTerm {
  const own = predicateOf(context, from, flow, comments);
  if (!flow.isDefault) return own;
  const others = from.flows.filter((each) => each !== flow);
  const any = others
    .map((each) => parenthesize(ranks.and, predicateOf(context, from, each, [])))
    .join(' or ');
  const none = `not (${any})`;
  return own.text === 'false'
    ? valueTerm('bool', none, ranks.not)
    : valueTerm('bool', `${parenthesize(ranks.or, own)} or ${none}`, ranks.or);
}

/** A predicate that cannot be converted is reported, and is never true. */
function predicateOf(
  context: NetConversionContext,
  task: YawlTask,
  { predicate }: YawlFlow,
  comments: string[],
): ValueTerm {
  if (predicate === null) return valueTerm('bool', 'false');
  const reportGap = (why: string): ValueTerm => {
    comments.push(
      context.gaps.add(predicate.at, {
        rule: 'predicate',
        message: `The predicate “${predicate.text}” of “${task.id}” cannot be converted: ${why}.`,
        byHand: 'Write the condition as an expression.',
      }),
    );
    return valueTerm('bool', 'false');
  };
  if (parsePredicate(predicate.text).kind === 'timer') return reportGap('states of timers do not exist');
  const term = readQuery(predicate.text, context.dataAt(task.id, 'after'));
  if (typeof term === 'string') return reportGap(term);
  const truth = truthOf(term);
  return typeof truth === 'string' ? reportGap(truth) : truth;
}
