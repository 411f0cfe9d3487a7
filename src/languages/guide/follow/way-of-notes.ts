/** The way that a guide took past its steps, from the notes of the kernel: what was skipped, and why. */
import type { Json } from '../../../expression/index.ts';
import type { Note } from '../../../kernel/index.ts';
import { explain } from '../conditions/explain.ts';
import { mayHold } from '../conditions/holds.ts';
import { createLookUp } from '../conditions/look-up.ts';
import { createFiller } from '../net/fill-in.ts';
import type { LoopScope } from '../net/guide-source.ts';
import { loopValues } from '../net/loop-values.ts';
import { scopeOf } from '../net/scope-of.ts';
import type { Context } from '../values.ts';
import type { GuideMachine, LoopPlace, StepPlace } from './guide-machine.ts';
import { itemsNamedBy } from './items-named-by.ts';

export interface SkippedStep {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  /** Of the innermost loop around it: the last pass in which it was skipped. */
  readonly iteration?: number;
}

/** A loop that had all the passes that it may have. */
export interface CutLoop {
  readonly id: string;
  readonly title: string;
  readonly passes: number;
  /** Items or passes that were left out; null where nobody knows how many there would have been. */
  readonly left: number | null;
}

export interface WayOfNotes {
  readonly skipped: readonly SkippedStep[];
  readonly cut: readonly CutLoop[];
  /** Ids of what was come by: gone past, or open now. */
  readonly passed: ReadonlySet<string>;
}

/** Of a guide that is played from its beginning in one go. */
export function wayOfNotes(guide: GuideMachine, notes: readonly Note[], context: Context): WayOfNotes {
  const { skips, passed, ended } = followNotes(guide, notes, new Map());
  const listOf: ListOf = (loop) => itemsNamedBy(guide, loop, context);
  const skipped = tellSkipped(skips, context, listOf);
  for (const { place } of skips) if (!guide.steps.has(place.id)) passed.delete(place.id);
  const cut = tellCut(guide, ended, context, listOf);
  return { skipped, cut, passed: new Set([...passed].filter((id) => guide.steps.has(id))) };
}

/** The list that a loop goes over; null where there is none. */
type ListOf = (loop: LoopScope) => readonly Json[] | null;

/** @param ended as `followNotes` gives them */
export const tellCut = (
  { loops }: Pick<GuideMachine, 'loops'>,
  ended: FollowedNotes['ended'],
  context: Context,
  listOf: ListOf,
): readonly CutLoop[] =>
  loops.flatMap(({ step }) => (ended.has(step.id) ? cutOf(step, context, listOf) : []));

/** Nothing where it had just as many passes as there was to do. */
function cutOf(step: LoopPlace['step'], context: Context, listOf: ListOf): readonly CutLoop[] {
  const { id, title, rule, maxIterations: passes } = step.loop;
  const lookUp = createLookUp(context);
  const cut = (left: number | null): readonly CutLoop[] => [{ id, title, passes, left }];
  if (rule.kind === 'forEach' || rule.kind === 'for') {
    const count = rule.kind === 'for' && typeof rule.count === 'string' ? lookUp(rule.count) : undefined;
    const items = listOf(scopeOf(step.loop))?.length;
    const total = items ?? (rule.kind === 'for' && typeof rule.count === 'number' ? rule.count : count);
    return typeof total === 'number' && total > passes ? cut(total - passes) : [];
  }
  if (rule.kind === 'control') return cut(null);
  return mayHold(rule.condition, lookUp) === (rule.kind === 'while') ? cut(null) : [];
}

/** A step that was passed over, with the passes that the loops around it were in. */
interface Skip {
  readonly place: StepPlace;
  readonly passes: ReadonlyMap<string, number>;
}

export interface FollowedNotes {
  /** Each once: where it was last. */
  readonly skips: readonly Skip[];
  readonly passed: Set<string>;
  /** Of every loop that was come to. */
  readonly passes: ReadonlyMap<string, number>;
  /** Loops that went on after their greatest number of passes. */
  readonly ended: ReadonlySet<string>;
}

/** @param before the passes that loops were in when these notes began */
export function followNotes(
  guide: GuideMachine,
  notes: readonly Note[],
  before: FollowedNotes['passes'],
): FollowedNotes {
  const passes = new Map(before);
  const passed = new Set<string>();
  const ended = new Set<string>();
  const skips = new Map<string, Skip>();
  for (const note of notes) {
    if (note.kind !== 'flow' && note.kind !== 'guardFalse') continue;
    const route = guide.routes.get(note.task);
    if (route === undefined) continue;
    if (route.kind === 'gate') {
      const { place, open } = route;
      passed.add(place.id);
      if (note.kind === 'guardFalse' && note.to === open) {
        skips.delete(place.id);
        skips.set(place.id, { place, passes: passesAround(place, passes) });
      }
    } else if (note.kind === 'flow') {
      const pass = route.kind === 'enter' ? 0 : (passes.get(route.loop) ?? 0) + 1;
      passes.set(route.loop, pass);
      if (route.kind === 'turn' && pass > route.most) ended.add(route.loop);
    }
  }
  return { skips: [...skips.values()], passed, passes, ended };
}

const passesAround = (
  { loops }: StepPlace,
  passes: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => new Map(loops.map(({ id }) => [id, passes.get(id) ?? 0]));

export function tellSkipped(
  skips: readonly Skip[],
  context: Context,
  listOf: ListOf,
): readonly SkippedStep[] {
  return skips.map(({ place, passes }) => {
    const { id, title, runCondition, loops } = place;
    const states = loops.map((scope) => ({
      scope,
      pass: passes.get(scope.id) ?? 0,
      items: listOf(scope),
      total: null,
    }));
    const lookUp = createLookUp(context, loopValues(states, context));
    const inner = states.at(-1);
    return {
      id,
      title: createFiller(lookUp).fill(title),
      reason: runCondition === null ? '' : explain(runCondition.condition, lookUp),
      ...(inner === undefined ? {} : { iteration: inner.pass }),
    };
  });
}
