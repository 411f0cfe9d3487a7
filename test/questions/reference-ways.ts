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

/**
 * Empty if every question can be reached, every state has a way to the end, no workflow contains itself, and every rule
 * can apply.
 * @param wrong rules with other errors
 */
export function problemsOfWays(
  root: DocumentNode,
  wrong: ReadonlySet<unknown> = new Set(),
): readonly Mistake[] {
  const problems = problemsOfLevels(root);
  return problems.length > 0 ? problems : rulesTooEarly(root).filter(({ at }) => !wrong.has(at));
}

function problemsOfLevels(root: DocumentNode): readonly Mistake[] {
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

/**
 * Rules over an answer that no way gives before their question. A place on a way is the states that are open, the
 * innermost last. @param root whose ways have no other problems
 */
export function rulesTooEarly(root: DocumentNode): readonly Mistake[] {
  const levels = [
    levelOf(null, root),
    ...entriesOf(valueAt(root, 'workflows')).map(({ key, value }) => levelOf(key, value)),
  ];
  const states = new Map(levels.flatMap((level) => level.states.map((state) => [state, level] as const)));
  type Place = readonly Entry[];
  const leave = (place: Place): readonly Place[] => {
    const [at, outer] = [place.at(-1), place.slice(0, -1)];
    const level = at && states.get(at);
    if (at === undefined || level === undefined) return [];
    return (level.after.get(at.key) ?? []).flatMap((next) =>
      next === null
        ? leave(outer)
        : level.states.filter(({ key }) => key === next).map((each) => [...outer, each]),
    );
  };
  const answer = (place: Place): readonly Place[] => {
    const state = place.at(-1)?.value;
    const [first] = levels.find(({ id }) => id !== null && id === textAt(state, 'workflow'))?.states ?? [];
    const passes = first === undefined || valueAt(state, 'workflow_condition') !== undefined;
    return [...(first === undefined ? [] : [[...place, first]]), ...(passes ? leave(place) : [])];
  };
  // Two places are the same if their states are.
  const known = new Map<string, Place>();
  const keys = new Map([...states.keys()].map((state, at) => [state, at]));
  const nameOf = (place: Place): string => {
    const name = place.map((state) => keys.get(state)).join(' ');
    known.set(name, place);
    return name;
  };
  const after = (name: string): readonly string[] => answer(known.get(name) ?? []).map(nameOf);
  const [first] = levels[0]?.states ?? [];
  const all = first === undefined ? [] : [...reachable([nameOf([first])], after)];
  const lastOf = (name: string): Entry | undefined => known.get(name)?.at(-1);
  return [...states.keys()].flatMap((state): readonly Mistake[] => {
    const at = valueAt(state.value, 'question', 'validation', 'rule');
    const own = idOf(state);
    const rule = textAt(state.value, 'question', 'validation', 'rule');
    const names = new Set([...rule.matchAll(/\$\{\s*([\w.-]+)\s*\}/g)].map(([, name = '']) => plain(name)));
    return [...names].flatMap((name) => {
      const asked = all.filter((place) => idOf(lastOf(place)) === name);
      const later = reachable(asked.flatMap(after), after);
      // A name that no question has is another mistake.
      const isKnown =
        name === own || asked.length === 0 || [...later].some((place) => lastOf(place) === state);
      return at === undefined || isKnown ? [] : [{ rule: 'rule-too-early', at }];
    });
  });
}

/** Dashes and underscores are the same. */
const plain = (id: string): string => id.replaceAll('-', '_');
const idOf = (state: Entry | undefined): string => plain(textAt(state?.value, 'question', 'id'));

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
