/** Checks bodies that loops reference: the step exists, is in no cycle, and is the body of one loop only. */
import { findNearest } from '../../../expression/index.ts';
import { report } from '../../document/report.ts';
import type { Mistake } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import { formatList } from '../conditions/format-value.ts';
import type { GuideStep, LoopStep, SourceLocation } from '../model/schema.ts';
import { type GuideCheckContext, loopsIn } from './guide-check-context.ts';

/** Loops listed of a long cycle. */
const maxShown = 6;

type StepsById = ReadonlyMap<string, GuideStep>;

/** A loop that references its body. */
interface BodyReference {
  readonly loop: LoopStep;
  readonly step: string;
  readonly at: SourceLocation;
}

export function checkBodies(context: GuideCheckContext): void {
  const { steps } = context.guide;
  const byId = new Map<string, GuideStep>();
  // If an id occurs twice, the first one counts.
  for (const step of steps) if (!byId.has(step.id)) byId.set(step.id, step);
  const users = new Map<string, LoopStep>();
  const inCycles = new Set<LoopStep>();
  for (const reference of referencesIn(steps)) {
    const { loop, step } = reference;
    if (inCycles.has(loop)) continue;
    const cycle = cycleFrom(loop, byId);
    for (const each of cycle) inCycles.add(each);
    const other = users.get(step);
    if (!byId.has(step)) reportDangling(context, reference, byId);
    else if (cycle.length > 0) reportCycle(context, reference, cycle);
    else if (other !== undefined) reportShared(context, reference, other);
    else users.set(step, loop);
  }
}

function referencesIn(steps: readonly GuideStep[]): readonly BodyReference[] {
  return loopsIn(steps).flatMap((loop) =>
    loop.body.kind === 'inline' ? [] : [{ loop, step: loop.body.step, at: loop.body.at }],
  );
}

/** The loops of the cycle through this one; empty if there is none. */
function cycleFrom(start: LoopStep, byId: StepsById): readonly LoopStep[] {
  const trail: LoopStep[] = [];
  const seen = new Set<LoopStep>();
  const leadsBack = (loop: LoopStep): boolean => {
    if (seen.has(loop)) return loop === start;
    seen.add(loop);
    trail.push(loop);
    if (bodyOf(loop, byId).some((each) => each.kind === 'loop' && leadsBack(each))) return true;
    trail.pop();
    return false;
  };
  return leadsBack(start) ? trail : [];
}

function bodyOf({ body }: LoopStep, byId: StepsById): readonly GuideStep[] {
  if (body.kind === 'inline') return body.steps;
  const step = byId.get(body.step);
  return step === undefined ? [] : [step];
}

function reportDangling(context: GuideCheckContext, reference: BodyReference, byId: StepsById): void {
  const { loop, step } = reference;
  const inside = context.stepsInLoops.find((place) => place.step.id === step && place.loops.length > 0);
  const known = [...byId.keys()].filter((id) => id !== loop.id && !id.includes('.'));
  const nearest = inside === undefined ? findNearest(step, known) : undefined;
  reportReference(context, reference, {
    rule: 'unknown-step',
    message:
      inside === undefined
        ? `The body of the loop “${loop.id}” is the step “${step}”, but that step does not exist.`
        : `The body of the loop “${loop.id}” is the step “${step}”, but that step belongs to the loop “${inside.loops.at(-1)?.id}”. Move it to the top level of the guide.`,
    expected: 'the id of a step of the guide, or a list of steps',
    actual: step,
    suggestion: nearest === undefined ? undefined : renaming(context, reference, nearest),
  });
}

function renaming(
  { violations, findScalar }: GuideCheckContext,
  { at }: BodyReference,
  id: string,
): Mistake['suggestion'] {
  const scalar = findScalar(at.path);
  if (scalar === undefined) return undefined;
  return { text: `Did you mean “${id}”?`, edits: replaceScalar(violations.source, scalar, id) };
}

function reportCycle(context: GuideCheckContext, reference: BodyReference, cycle: readonly LoopStep[]): void {
  const ids = cycle.map(({ id }) => id);
  reportReference(context, reference, {
    rule: 'circular-body',
    message:
      ids.length === 1
        ? `The loop “${ids[0]}” is its own body.`
        : `These loops contain each other, so none of them can start: ${formatList(ids)}.`,
    expected: 'a body that does not contain its loop',
    actual: [...ids.slice(0, maxShown), ids.length > maxShown ? '…' : ids[0]].join(' → '),
  });
}

function reportShared(context: GuideCheckContext, reference: BodyReference, other: LoopStep): void {
  const { loop, step } = reference;
  reportReference(context, reference, {
    rule: 'shared-body',
    message: `The step “${step}” is already the body of the loop “${other.id}”. A step can be the body of one loop only.`,
    expected: `a separate step for the loop “${loop.id}”`,
    actual: step,
  });
}

function reportReference(
  { violations }: GuideCheckContext,
  { at }: BodyReference,
  mistake: Pick<Mistake, 'rule' | 'message' | 'expected' | 'actual' | 'suggestion'>,
): void {
  report(violations, at, mistake);
}
