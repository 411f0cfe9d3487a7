/** The way that a guide took past its steps, from the notes of the kernel: what was skipped, and why. */
import type { Json } from '../../../expression/index.ts';
import type { Note } from '../../../kernel/index.ts';
import { explain } from '../conditions/explain.ts';
import { createLookUp } from '../conditions/look-up.ts';
import { loopValues } from '../net/loop-values.ts';
import type { Context } from '../values.ts';
import type { GuideMachine, StepPlace } from './guide-machine.ts';
import { itemsNamedBy } from './items-named-by.ts';

export interface SkippedStep {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  /** Of the innermost loop around it: the last pass in which it was skipped. */
  readonly iteration?: number;
}

export interface WayOfNotes {
  readonly skipped: readonly SkippedStep[];
  /** Ids of what was come by: gone past, or open now. */
  readonly passed: ReadonlySet<string>;
}

export function wayOfNotes(guide: GuideMachine, notes: readonly Note[], context: Context): WayOfNotes {
  const passes = new Map<string, number>();
  const passed = new Set<string>();
  const skipped = new Map<string, { readonly place: StepPlace; readonly at: ReadonlyMap<string, number> }>();
  for (const note of notes) {
    if (note.kind !== 'flow' && note.kind !== 'guardFalse') continue;
    const route = guide.routes.get(note.task);
    if (route === undefined) continue;
    if (route.kind === 'gate') {
      const { place, open } = route;
      passed.add(place.id);
      if (note.kind === 'guardFalse' && note.to === open) {
        skipped.delete(place.id);
        skipped.set(place.id, { place, at: passesAround(place, passes) });
      }
    } else if (note.kind === 'flow') {
      passes.set(route.loop, route.kind === 'enter' ? 0 : (passes.get(route.loop) ?? 0) + 1);
    }
  }
  const told = [...skipped.values()].map(({ place, at }) => tell(guide, place, at, context));
  for (const [id] of skipped) if (!guide.steps.has(id)) passed.delete(id);
  return { skipped: told, passed: new Set([...passed].filter((id) => guide.steps.has(id))) };
}

const passesAround = (
  { loops }: StepPlace,
  passes: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => new Map(loops.map(({ id }) => [id, passes.get(id) ?? 0]));

function tell(
  guide: GuideMachine,
  { id, title, runCondition, loops }: StepPlace,
  passes: ReadonlyMap<string, number>,
  context: Context,
): SkippedStep {
  const states = loops.map((scope) => {
    const items: readonly Json[] | null = itemsNamedBy(guide, scope, context);
    return { scope, pass: passes.get(scope.id) ?? 0, items, total: null };
  });
  const lookUp = createLookUp(context, loopValues(states, context));
  const inner = states.at(-1);
  return {
    id,
    title,
    reason: runCondition === null ? '' : explain(runCondition.condition, lookUp),
    ...(inner === undefined ? {} : { iteration: inner.pass }),
  };
}
