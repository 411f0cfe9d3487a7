/**
 * Computes the variables that the loops around a step set: the pass, the item and its index, under the usual names and
 * the author's.
 */
import type { Json } from '../../../expression/index.ts';
import type { GuideContext } from '../model/guide-context.ts';
import type { LoopView } from '../model/shown-step.ts';
import type { LoopScope } from './guide-source.ts';

/** A running loop. */
export interface LoopState {
  readonly scope: LoopScope;
  /** From 1. */
  readonly pass: number;
  /** Null if the loop iterates over no list. */
  readonly items: readonly Json[] | null;
  /** Null if the number is not known beforehand. */
  readonly total: number | null;
}

/** The inner loop takes precedence. Short names are set only if the context has no such name. */
export function loopValues(states: readonly LoopState[], context: GuideContext): GuideContext {
  const values: Record<string, Json> = Object.create(null);
  const setFree = (name: string, value: Json): void => {
    if (!Object.hasOwn(context, name)) values[name] = value;
  };
  for (const { scope, pass, items } of states) {
    values['currentIteration'] = pass;
    setFree('iteration', pass);
    if (scope.iterationVar !== null) values[scope.iterationVar] = pass;
    if (scope.over === 'condition') continue;
    const index = pass - 1;
    values['currentIndex'] = index;
    setFree('index', index);
    if (scope.indexVar !== null) values[scope.indexVar] = index;
    const item = items?.[index];
    if (item === undefined) continue;
    values['currentItem'] = item;
    setFree('item', item);
    if (scope.itemVar !== null) values[scope.itemVar] = item;
  }
  return values;
}

/** Every name that a loop may set. */
export const loopNames = ({ over, iterationVar, itemVar, indexVar }: LoopScope): readonly string[] => [
  'currentIteration',
  'iteration',
  ...(iterationVar === null ? [] : [iterationVar]),
  ...(over === 'condition'
    ? []
    : [
        'currentIndex',
        'index',
        'currentItem',
        'item',
        ...[indexVar, itemVar].filter((name) => name !== null),
      ]),
];

export const viewOfLoop = ({ scope, pass, items, total }: LoopState): LoopView => {
  const index = pass - 1;
  const item = items?.[index];
  return {
    id: scope.id,
    iteration: pass,
    ...(total === null ? {} : { total: Math.min(total, scope.most) }),
    ...(total === null || total <= scope.most ? {} : { leftOut: total - scope.most }),
    ...(scope.over === 'condition' ? {} : { index }),
    ...(item === undefined ? {} : { item }),
  };
};

/** The numbers of the passes, the outermost loop first: `2`, `2.1`. */
export const formatPasses = (states: readonly LoopState[]): string =>
  states.map(({ pass }) => pass).join('.');
