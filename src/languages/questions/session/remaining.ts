/** How many questions can follow at most: for a form that shows progress. */
import type { Flow, Level } from '../flow.ts';
import type { LevelState } from './session-state.ts';

/** Null if there is no bound, because questions can be repeated. @param stack the levels, the current one last */
export function maxRemaining(flow: Flow, stack: readonly LevelState[]): number | null {
  const sum = stack.reduce((total, { workflow_id, stopped_at_entry_index: at }, index) => {
    const level = flow.levels.find(({ id }) => id === workflow_id) ?? flow.levels[0];
    // An outer level is inside the nested workflow of its state already.
    return total + (index === stack.length - 1 ? from(flow, level, at) : following(flow, level, at));
  }, 0);
  return Number.isFinite(sum) ? sum : null;
}

const counts = new WeakMap<Level, number[]>();

/** After the answer to a question, with the nested workflow that it may enter. Each state is visited once. */
function from(flow: Flow, level: Level, at: number): number {
  const memo = counts.get(level) ?? [];
  counts.set(level, memo);
  const known = memo[at];
  if (known !== undefined) return known;
  // A way back to here is a loop.
  memo[at] = Number.POSITIVE_INFINITY;
  const inner = flow.levels[level.states[at]?.nested?.level ?? -1];
  const nested = inner === undefined ? 0 : 1 + from(flow, inner, 0);
  const sum = nested + following(flow, level, at);
  memo[at] = sum;
  return sum;
}

/** In the same level. */
const following = (flow: Flow, level: Level, at: number): number =>
  Math.max(
    0,
    ...(level.states[at]?.exits ?? []).map(({ to }) => (to === null ? 0 : 1 + from(flow, level, to))),
  );
