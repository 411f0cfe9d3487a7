/**
 * Says where the ways of a flow lead, independently of the product: from the rules of Q1.2 and Q2.2, by following every
 * way. A transition with a condition can be taken or not; the first one without a condition is the last that counts.
 */
import {
  type DocumentNode,
  type Entry,
  entriesOf,
  itemsOf,
  type Mistake,
  textAt,
  valueAt,
} from './document-tree.ts';

interface Level {
  readonly id: string | null;
  readonly states: readonly Entry[];
  /** Names of the states that follow a state; null: the end. */
  readonly after: ReadonlyMap<string, readonly (string | null)[]>;
}

/** Empty if every question can be reached, every state has a way to the end, and no workflow contains itself. */
export function problemsOfWays(root: DocumentNode): readonly Mistake[] {
  const levels = [
    levelOf(null, root),
    ...entriesOf(valueAt(root, 'workflows')).map(({ key, value }) => levelOf(key, value)),
  ];
  const inside = new Map(
    levels.map(({ id, states }) => [id, new Set(states.map(({ value }) => textAt(value, 'workflow')))]),
  );
  const contains = (outer: string, inner: string): boolean =>
    reachable([outer], (id) => [...(inside.get(id) ?? [])]).has(inner);
  const entered = new Set([...inside.values()].flatMap((ids) => [...ids]));
  return levels.flatMap(({ id, states, after }) => [
    ...(id === null || entered.has(id) ? [] : unreachable(states.slice(0, 1))),
    ...unreachable(withoutWay(states, after)),
    ...withoutEnd(states, after).map((at) => ({ rule: 'cycle-without-exit', at })),
    ...states
      .filter(({ value }) => id !== null && contains(textAt(value, 'workflow'), id))
      .map((at) => ({ rule: 'nested-cycle', at })),
  ]);
}

const unreachable = (states: readonly Entry[]): readonly Mistake[] =>
  states.map((at) => ({ rule: 'unreachable-question', at }));

function levelOf(id: string | null, level: DocumentNode): Level {
  const states = entriesOf(valueAt(level, 'states'));
  const transitions = itemsOf(valueAt(level, 'transitions'));
  const after = new Map(
    states.map(({ key, value }) => {
      const own = transitions.filter((each) => textAt(each, 'from_state') === key);
      const certain = own.findIndex((each) => valueAt(each, 'condition') === undefined);
      const taken = certain < 0 ? own : own.slice(0, certain + 1);
      const last = certain < 0 ? [textAt(value, 'next_state') || null] : [];
      return [key, [...taken.map((each) => textAt(each, 'to_state')), ...last]];
    }),
  );
  return { id, states, after };
}

function withoutWay(states: readonly Entry[], after: Level['after']): readonly Entry[] {
  const [first] = states;
  const found = reachable([first?.key ?? null], (at) => (at === null ? [] : (after.get(at) ?? [])));
  return states.filter(({ key }) => !found.has(key));
}

/** Of those that can be reached. */
function withoutEnd(states: readonly Entry[], after: Level['after']): readonly Entry[] {
  const lost = withoutWay(states, after);
  return states.filter(
    (state) =>
      !lost.includes(state) &&
      !reachable<string | null>([state.key], (at) => (at === null ? [] : (after.get(at) ?? []))).has(null),
  );
}

function reachable<Place>(
  from: readonly Place[],
  onward: (place: Place) => readonly Place[],
): ReadonlySet<Place> {
  const found = new Set<Place>();
  const open = [...from];
  while (open.length > 0) {
    const place = open.pop() as Place;
    if (found.has(place)) continue;
    found.add(place);
    open.push(...onward(place));
  }
  return found;
}
