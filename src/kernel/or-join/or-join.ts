/**
 * Decides OR-joins [K3.2, K3.3]. The stages go from cheap to thorough, and every answer is exact, so they differ only in
 * cost [K3.6]. Cached data is derived from the net alone: one decider serves all runs.
 */

import { createBoundedCache } from './bounded-cache.ts';
import { coverAny } from './cover-any.ts';
import { createFastPath, findSources, type Sources } from './fast-path.ts';
import { findQuestions } from './focus.ts';
import { type Fuel, unlimited } from './fuel.ts';
import { createNearby } from './nearby.ts';
import type { OrJoinDecision, RoutingNet } from './routing-net.ts';
import { createSearchNet } from './search-net.ts';

export interface OrJoin {
  /**
   * `tokens`: places, ascending, one entry per token. `busy`: active tasks, ascending, each once. The task has an OR-join
   * and is not busy.
   */
  decide(task: number, tokens: readonly number[], busy: readonly number[]): OrJoinDecision;
}

/** The stage that gave the answer. */
export type OrJoinStage = 'inputs' | 'nearby' | 'shape' | 'closure' | 'forward' | 'backward';

/** Limit of cached places and tasks in all. */
const room = 4_000_000;
/** Number of places and tasks from which a local search before the full analysis pays off. */
const large = 400;
/** Cost of such a search. */
const costOfNearby = 2_000;

export interface OrJoinOptions {
  /** Is told the stage of every answer. */
  readonly watch?: (stage: OrJoinStage) => void;
  /** When it is used up, what is not yet known stays undecided. */
  readonly fuel?: Fuel;
}

/** `bound`: markings that one decision may examine. */
export function createOrJoin(
  net: RoutingNet,
  bound: number,
  { watch, fuel = unlimited }: OrJoinOptions = {},
): OrJoin {
  const capacity = Math.max(16, Math.floor(room / (net.places + net.tasks.length + 1)));
  const isLarge = net.places + net.tasks.length > large;
  let nearby: ReturnType<typeof createNearby> | undefined;
  let sources: Sources | undefined;
  const fastPathOf = createBoundedCache(capacity, (task) => {
    sources ??= findSources(net);
    return createFastPath(net, sources, task, fuel);
  });
  const searchNetOf = createBoundedCache(capacity, (task) => createSearchNet(net, task, fuel));

  const search = (task: number, tokens: readonly number[], busy: readonly number[]): OrJoinDecision => {
    const questions = findQuestions(searchNetOf(task), net, task, tokens, busy, fuel);
    const { coverable, by } = coverAny(questions, bound, fuel);
    const stage = by ?? 'closure';
    if (coverable === 'open') return answer(stage, 'undecided');
    return answer(stage, coverable ? 'wait' : 'enabled');
  };

  const answer = (stage: OrJoinStage, decision: OrJoinDecision): OrJoinDecision => {
    watch?.(stage);
    return decision;
  };

  return {
    decide(task, tokens, busy) {
      const { inputs } = net.tasks[task]!;
      const marked = countMarked(inputs, tokens);
      fuel.left -= inputs.length + tokens.length;
      if (marked === 0) return answer('inputs', 'wait');
      if (marked === inputs.length) return answer('inputs', 'enabled');
      if (isLarge) {
        nearby ??= createNearby(net);
        const near = nearby(task, tokens, busy);
        fuel.left -= costOfNearby;
        if (near !== 'open') return answer('nearby', near);
      }
      const seen = fastPathOf(task).look(tokens, busy);
      if (fuel.left <= 0) return answer('shape', 'undecided');
      return seen === 'open' ? search(task, tokens, busy) : answer('shape', seen);
    },
  };
}

/** Both lists ascend. */
function countMarked(inputs: readonly number[], tokens: readonly number[]): number {
  let count = 0;
  let at = 0;
  for (let index = 0; index < inputs.length; index += 1) {
    const place = inputs[index]!;
    while (at < tokens.length && tokens[at]! < place) at += 1;
    if (at < tokens.length && tokens[at] === place) count += 1;
  }
  return count;
}
