/** Computes from the kernel's notes which steps a guide skipped, and why. */
import type { Json } from '../../../expression/index.ts';
import type { Note } from '../../../kernel/index.ts';
import { explainCondition } from '../conditions/explain-condition.ts';
import { holdsOrUnknown } from '../conditions/holds.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { GuideContext } from '../model/guide-context.ts';
import { createTemplateFiller } from '../net/create-template-filler.ts';
import type { LoopScope } from '../net/guide-source.ts';
import { loopValues } from '../net/loop-values.ts';
import { toLoopScope } from '../net/to-loop-scope.ts';
import type { GuideMachine, LoopPosition, StepPosition } from './guide-machine.ts';

export interface SkippedStep {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  /** Number of the last pass of the innermost loop in which the step was skipped. */
  readonly iteration?: number;
}

/** A loop that reached its maximum number of passes. */
export interface TruncatedLoop {
  readonly id: string;
  readonly title: string;
  readonly passes: number;
  /** Items or passes left out; null if their number is unknown. */
  readonly left: number | null;
}

export interface GuideTrace {
  readonly skipped: readonly SkippedStep[];
  readonly cut: readonly TruncatedLoop[];
  /** Ids of the steps that were passed or are open now. */
  readonly passed: ReadonlySet<string>;
}

/** Traces a guide that is played from its start in one run. */
export function guideTrace(guide: GuideMachine, notes: readonly Note[], context: GuideContext): GuideTrace {
  const { skips, passed, ended } = traceNotes(guide, notes, new Map());
  const itemsOf: LoopItemsOf = (loop) => loopItems(guide, loop, context);
  const skipped = describeSkippedSteps(skips, context, itemsOf);
  for (const { position } of skips) if (!guide.steps.has(position.id)) passed.delete(position.id);
  const cut = findTruncatedLoops(guide, ended, context, itemsOf);
  return { skipped, cut, passed: new Set([...passed].filter((id) => guide.steps.has(id))) };
}

/** The list that a loop iterates over; null if it has none. */
type LoopItemsOf = (loop: LoopScope) => readonly Json[] | null;

function loopItems(
  { loops }: GuideMachine,
  { id }: LoopScope,
  context: GuideContext,
): readonly Json[] | null {
  const rule = loops.find(({ step }) => step.id === id)?.step.loop.rule;
  if (rule?.kind !== 'forEach') return null;
  const value = createLookUp(context)(rule.items);
  return Array.isArray(value) ? value : null;
}

/** @param ended the value that `traceNotes` returns */
export const findTruncatedLoops = (
  { loops }: Pick<GuideMachine, 'loops'>,
  ended: TracedNotes['ended'],
  context: GuideContext,
  itemsOf: LoopItemsOf,
): readonly TruncatedLoop[] =>
  loops.flatMap(({ step }) => (ended.has(step.id) ? truncationOf(step, context, itemsOf) : []));

/** Empty if the loop needed exactly its maximum number of passes. */
function truncationOf(
  step: LoopPosition['step'],
  context: GuideContext,
  itemsOf: LoopItemsOf,
): readonly TruncatedLoop[] {
  const { id, title, rule, maxIterations: passes } = step.loop;
  const lookUp = createLookUp(context);
  const cut = (left: number | null): readonly TruncatedLoop[] => [{ id, title, passes, left }];
  if (rule.kind === 'forEach' || rule.kind === 'for') {
    const count = rule.kind === 'for' && typeof rule.count === 'string' ? lookUp(rule.count) : undefined;
    const items = itemsOf(toLoopScope(step.loop))?.length;
    const total = items ?? (rule.kind === 'for' && typeof rule.count === 'number' ? rule.count : count);
    return typeof total === 'number' && total > passes ? cut(total - passes) : [];
  }
  if (rule.kind === 'control') return cut(null);
  return holdsOrUnknown(rule.condition, lookUp) === (rule.kind === 'while') ? cut(null) : [];
}

/** A skipped step, with the current passes of the loops around it. */
interface Skip {
  readonly position: StepPosition;
  readonly passes: ReadonlyMap<string, number>;
}

export interface TracedNotes {
  /** Each step once, at its last occurrence. */
  readonly skips: readonly Skip[];
  readonly passed: Set<string>;
  /** Of every loop that was reached. */
  readonly passes: ReadonlyMap<string, number>;
  /** Loops that ended by reaching their maximum number of passes. */
  readonly ended: ReadonlySet<string>;
}

/** @param before the passes of the loops before these notes */
export function traceNotes(
  guide: GuideMachine,
  notes: readonly Note[],
  before: TracedNotes['passes'],
): TracedNotes {
  const passes = new Map(before);
  const passed = new Set<string>();
  const ended = new Set<string>();
  const skips = new Map<string, Skip>();
  for (const note of notes) {
    if (note.kind !== 'flow' && note.kind !== 'guardFalse') continue;
    const route = guide.routes.get(note.task);
    if (route === undefined) continue;
    if (route.kind === 'gate') {
      const { position, open } = route;
      passed.add(position.id);
      if (note.kind === 'guardFalse' && note.to === open) {
        skips.delete(position.id);
        skips.set(position.id, { position, passes: passesAround(position, passes) });
      }
    } else if (note.kind === 'flow') {
      const pass = route.kind === 'enter' ? 0 : (passes.get(route.loop) ?? 0) + 1;
      passes.set(route.loop, pass);
      if (route.kind === 'turn' && pass > route.maxPasses) ended.add(route.loop);
    }
  }
  return { skips: [...skips.values()], passed, passes, ended };
}

const passesAround = (
  { loops }: StepPosition,
  passes: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => new Map(loops.map(({ id }) => [id, passes.get(id) ?? 0]));

export function describeSkippedSteps(
  skips: readonly Skip[],
  context: GuideContext,
  itemsOf: LoopItemsOf,
): readonly SkippedStep[] {
  return skips.map(({ position, passes }) => {
    const { id, title, runCondition, loops } = position;
    const states = loops.map((scope) => ({
      scope,
      pass: passes.get(scope.id) ?? 0,
      items: itemsOf(scope),
      total: null,
    }));
    const lookUp = createLookUp(context, loopValues(states, context));
    const inner = states.at(-1);
    return {
      id,
      title: createTemplateFiller(lookUp).fill(title),
      reason: runCondition === null ? '' : explainCondition(runCondition.condition, lookUp),
      ...(inner === undefined ? {} : { iteration: inner.pass }),
    };
  });
}
