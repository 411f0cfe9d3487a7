/** How many questions can follow at most: for a form that shows progress. */
import { postOrder } from '../../post-order.ts';
import type { Flow } from '../flow.ts';
import type { Position } from './session-state.ts';

/** Null if there is no bound, because questions can be repeated. @param stack of the levels, the current one last */
export function maxRemaining(flow: Flow, stack: readonly Position[]): number | null {
  const { starts, nested, following } = countsOf(flow);
  const sum = stack.reduce((total, { level, at }, index) => {
    const state = (starts[level] ?? 0) + at;
    // An outer level is inside the nested workflow of its state already.
    const inner = index === stack.length - 1 ? (nested[state] ?? 0) : 0;
    return total + inner + (following[state] ?? 0);
  }, 0);
  return Number.isFinite(sum) ? sum : null;
}

/** By state; the states of all levels are numbered together. */
interface Counts {
  /** The first state of each level. */
  readonly starts: readonly number[];
  /** Questions of the nested workflow that its answer may enter. */
  readonly nested: readonly number[];
  /** Questions of the same level, with what is nested in them. */
  readonly following: readonly number[];
}

const counted = new WeakMap<Flow, Counts>();

function countsOf(flow: Flow): Counts {
  const known = counted.get(flow) ?? count(flow);
  counted.set(flow, known);
  return known;
}

function count({ levels }: Flow): Counts {
  let size = 0;
  const starts = levels.map(({ states }) => {
    size += states.length;
    return size - states.length;
  });
  const next = levels.flatMap(({ states }, level) =>
    states.map(({ exits, nested }) => ({
      exits: exits.flatMap(({ to }) => (to === null ? [] : [(starts[level] ?? 0) + to])),
      inner: nested === null ? [] : [starts[nested.level] ?? 0],
    })),
  );
  const [nested, following]: [number[], number[]] = [[], []];
  // A state that is not counted yet when it is needed is one of a loop.
  const from = (state: number): number => 1 + (nested[state] ?? Infinity) + (following[state] ?? Infinity);
  const order = postOrder(
    starts,
    next.map(({ exits, inner }) => [...exits, ...inner]),
  );
  for (const state of order) {
    const { exits = [], inner = [] } = next[state] ?? {};
    nested[state] = Math.max(0, ...inner.map(from));
    following[state] = Math.max(0, ...exits.map(from));
  }
  return { starts, nested, following };
}
