/** Checks where a flow leads: every question can be reached, and from every question there is a way to the end. */
import { findEntry, type Located } from '../document/located.ts';
import type { Reporter } from '../document/reporter.ts';
import { findCyclic } from '../find-cyclic.ts';
import { checkRules } from './check-rules.ts';
import type { Flow, FlowState, Level, Question } from './flow.ts';

/** @param located of a flow without errors that put in doubt where it leads; @param rules where those of questions are written */
export function checkFlow(
  reporter: Reporter,
  located: Located,
  flow: Flow,
  rules: ReadonlyMap<Question, Located>,
): void {
  const count = reporter.count();
  const nested = entryOf(located, 'workflows')?.value;
  const locate = (level: Level, state: FlowState) => {
    const owner = level === flow.levels[0] ? located : entryOf(nested, level.id)?.value;
    return entryOf(entryOf(owner, 'states')?.value, state.id);
  };
  const complain = (
    level: Level,
    state: FlowState,
    rule: string,
    message: string,
    expected: string,
  ): void => {
    const entry = locate(level, state);
    if (entry === undefined) return;
    const { keySpan: at, value } = entry;
    reporter.report({ at, path: value.path, rule, message, expected, actual: `“${state.id}”` });
  };
  const innerOf = (state: FlowState): Level | undefined => flow.levels[state.nested?.level ?? -1];
  // A level leads to its states, and a state to the level that it enters.
  const cyclic = findCyclic<Level | FlowState>(
    flow.levels.flatMap((level) => [level, ...level.states]),
    (at) => ('states' in at ? at.states : listOf(innerOf(at))),
  );
  for (const level of flow.levels) {
    const targets = level.states.map(({ exits }) => exits.flatMap(({ to }) => to ?? []));
    const sources = level.states.map((): number[] => []);
    for (const [from, all] of targets.entries()) for (const to of all) sources[to]?.push(from);
    const ends = level.states.flatMap(({ exits }, at) => (exits.some(({ to }) => to === null) ? [at] : []));
    const [reached, ending] = [closure([0], targets), closure(ends, sources)];
    level.states.forEach((state, at) => {
      if (!reached.has(at)) {
        complain(
          level,
          state,
          'unreachable-question',
          `No way leads to the state “${state.id}”, so its question is never asked.`,
          'a “next_state” or a transition that leads here',
        );
      } else if (!ending.has(at)) {
        complain(
          level,
          state,
          'cycle-without-exit',
          `From the state “${state.id}” no way leads to the end.`,
          'a “next_state” or a transition that leads out of the cycle',
        );
      }
      const inner = innerOf(state);
      if (inner !== undefined && cyclic.has(state)) {
        complain(
          level,
          state,
          'nested-cycle',
          `The workflow “${inner.id}” contains itself.`,
          'nested workflows that end',
        );
      }
    });
  }
  const used = new Set(flow.levels.flatMap(({ states }) => states.map(innerOf)));
  for (const level of flow.levels.slice(1)) {
    const [first] = level.states;
    if (used.has(level) || first === undefined) continue;
    complain(
      level,
      first,
      'unreachable-question',
      `No state enters the workflow “${level.id}”.`,
      'a state with this “workflow”',
    );
  }
  if (reporter.count() === count) checkRules(reporter, flow, rules);
}

const listOf = <Item>(item: Item | undefined): readonly Item[] => (item === undefined ? [] : [item]);

const entryOf = (located: Located | undefined, key: string) =>
  located?.kind === 'map' ? findEntry(located, key) : undefined;

/** What can be reached from some indexes. */
function closure(from: readonly number[], next: readonly (readonly number[])[]): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    open.push(...(next[at] ?? []));
  }
  return found;
}
