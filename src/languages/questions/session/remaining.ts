/** How many questions can follow at most: for a form that shows progress. */
import type { Flow, Level } from '../flow.ts';
import type { LevelState } from './session-state.ts';

/** Null if there is no bound, because questions can be repeated. @param stack the levels, the current one last */
export function maxRemaining(flow: Flow, stack: readonly LevelState[]): number | null {
  const sum = stack.reduce((total, { workflow_id, stopped_at_entry_index: at }, index) => {
    const level = flow.levels.find(({ id }) => id === workflow_id) ?? flow.levels[0];
    // An outer level is inside the nested workflow of its state already.
    return total + after(flow, level, at, index === stack.length - 1, []);
  }, 0);
  return Number.isFinite(sum) ? sum : null;
}

const counts = new WeakMap<Level, number[]>();

/** @param path the states on the way here, by which a loop is found */
function after(flow: Flow, level: Level, at: number, withNested: boolean, path: readonly string[]): number {
  const state = level.states[at];
  if (state === undefined) return 0;
  const known = withNested ? counts.get(level)?.[at] : undefined;
  if (known !== undefined) return known;
  if (path.includes(state.question.id)) return Number.POSITIVE_INFINITY;
  const onPath = [...path, state.question.id];
  const inner = flow.levels[state.nested?.level ?? -1];
  const nested = inner === undefined || !withNested ? 0 : 1 + after(flow, inner, 0, true, onPath);
  const further = state.exits.map(({ to }) => (to === null ? 0 : 1 + after(flow, level, to, true, onPath)));
  const sum = nested + Math.max(0, ...further);
  if (withNested && Number.isFinite(sum)) {
    const memo = counts.get(level) ?? [];
    memo[at] = sum;
    counts.set(level, memo);
  }
  return sum;
}
