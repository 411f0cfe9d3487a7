/** Bodies that are named: they lead to a step of the guide, not back, and each to a step of its own. */
import { findNearest } from '../../../expression/index.ts';
import { report } from '../../document/report.ts';
import type { Mistake } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import { listed } from '../conditions/shown-value.ts';
import type { At, GuideStep, LoopStep } from '../schema.ts';
import { type CheckScope, loopsIn } from './check-scope.ts';

/** Of a circle of many. */
const mostShown = 6;

type StepsById = ReadonlyMap<string, GuideStep>;

/** A loop whose body is named. */
interface Reference {
  readonly loop: LoopStep;
  readonly step: string;
  readonly at: At;
}

export function checkBodies(scope: CheckScope): void {
  const { steps } = scope.guide;
  const byId = new Map<string, GuideStep>();
  // Of an id that stands there twice the first is meant.
  for (const step of steps) if (!byId.has(step.id)) byId.set(step.id, step);
  const users = new Map<string, LoopStep>();
  const inCircles = new Set<LoopStep>();
  for (const reference of referencesIn(steps)) {
    const { loop, step } = reference;
    if (inCircles.has(loop)) continue;
    const circle = circleFrom(loop, byId);
    for (const each of circle) inCircles.add(each);
    const other = users.get(step);
    if (!byId.has(step)) reportDangling(scope, reference, byId);
    else if (circle.length > 0) reportCircle(scope, reference, circle);
    else if (other !== undefined) reportShared(scope, reference, other);
    else users.set(step, loop);
  }
}

function referencesIn(steps: readonly GuideStep[]): readonly Reference[] {
  return loopsIn(steps).flatMap((loop) =>
    loop.body.kind === 'inline' ? [] : [{ loop, step: loop.body.step, at: loop.body.at }],
  );
}

/** The loops through which this one leads back to itself; none where it does not. */
function circleFrom(start: LoopStep, byId: StepsById): readonly LoopStep[] {
  const way: LoopStep[] = [];
  const seen = new Set<LoopStep>();
  const leadsBack = (loop: LoopStep): boolean => {
    if (seen.has(loop)) return loop === start;
    seen.add(loop);
    way.push(loop);
    if (bodyOf(loop, byId).some((each) => each.kind === 'loop' && leadsBack(each))) return true;
    way.pop();
    return false;
  };
  return leadsBack(start) ? way : [];
}

function bodyOf({ body }: LoopStep, byId: StepsById): readonly GuideStep[] {
  if (body.kind === 'inline') return body.steps;
  const step = byId.get(body.step);
  return step === undefined ? [] : [step];
}

function reportDangling(scope: CheckScope, reference: Reference, byId: StepsById): void {
  const { loop, step } = reference;
  const inside = scope.places.find((place) => place.step.id === step && place.loops.length > 0);
  const known = [...byId.keys()].filter((id) => id !== loop.id && !id.includes('.'));
  const nearest = inside === undefined ? findNearest(step, known) : undefined;
  reportReference(scope, reference, {
    rule: 'unknown-step',
    message:
      inside === undefined
        ? `The body of the loop “${loop.id}” is the step “${step}”, but there is no such step.`
        : `The body of the loop “${loop.id}” is the step “${step}”, but that belongs to the loop “${inside.loops.at(-1)?.id}”. A body that is named stands in the list of steps itself.`,
    expected: 'the id of a step of the guide, or a list of steps',
    actual: step,
    suggestion: nearest === undefined ? undefined : renaming(scope, reference, nearest),
  });
}

function renaming(
  { violations, findScalar }: CheckScope,
  { at }: Reference,
  id: string,
): Mistake['suggestion'] {
  const scalar = findScalar(at.path);
  if (scalar === undefined) return undefined;
  return { text: `Did you mean “${id}”?`, edits: replaceScalar(violations.source, scalar, id) };
}

function reportCircle(scope: CheckScope, reference: Reference, circle: readonly LoopStep[]): void {
  const ids = circle.map(({ id }) => id);
  reportReference(scope, reference, {
    rule: 'circular-body',
    message:
      ids.length === 1
        ? `The loop “${ids[0]}” is its own body.`
        : `These loops are inside each other, so that none of them could begin: ${listed(ids)}.`,
    expected: 'a body that is not around its loop',
    actual: [...ids.slice(0, mostShown), ids.length > mostShown ? '…' : ids[0]].join(' → '),
  });
}

function reportShared(scope: CheckScope, reference: Reference, other: LoopStep): void {
  const { loop, step } = reference;
  reportReference(scope, reference, {
    rule: 'shared-body',
    message: `The step “${step}” is already the body of the loop “${other.id}”; nobody could tell for which of both it was completed.`,
    expected: `a step of its own for the loop “${loop.id}”`,
    actual: step,
  });
}

function reportReference(
  { violations }: CheckScope,
  { at }: Reference,
  mistake: Pick<Mistake, 'rule' | 'message' | 'expected' | 'actual' | 'suggestion'>,
): void {
  report(violations, at, mistake);
}
