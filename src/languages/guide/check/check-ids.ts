/** Checks that each step id is unique in the guide. */
import { report } from '../../document/report.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import { positionAt } from '../../document/source-text.ts';
import type { GuideStep } from '../model/schema.ts';
import type { GuideCheckContext } from './guide-check-context.ts';

const maxIdLength = 64;

export function checkIds(context: GuideCheckContext): void {
  const steps = context.stepsInLoops
    .map(({ step }) => step)
    .sort((a, b) => a.at.span.start - b.at.span.start);
  const first = new Map<string, GuideStep>();
  const taken = new Set(steps.map(({ id }) => id));
  for (const step of steps) {
    // Ids with a dot derive from the id of their step.
    if (step.id.includes('.')) continue;
    const before = first.get(step.id);
    if (before === undefined) first.set(step.id, step);
    else reportTwice(context, step, before, freeId(step.id, taken));
  }
}

function reportTwice(
  { violations, findScalar }: GuideCheckContext,
  step: GuideStep,
  before: GuideStep,
  free: string,
): void {
  const path = `${step.at.path}.id`;
  const scalar = findScalar(path);
  const { line } = positionAt(violations.source, before.at.span.start);
  report(
    violations,
    { span: step.at.span, path },
    {
      rule: 'duplicate-id',
      message: `“${step.id}” is already the id of a step, on line ${line}.`,
      expected: 'a unique id',
      actual: step.id,
      suggestion:
        scalar === undefined
          ? undefined
          : { text: `Rename it to ${free}.`, edits: replaceScalar(violations.source, scalar, free) },
    },
  );
}

function freeId(id: string, taken: Set<string>): string {
  for (let count = 2; ; count += 1) {
    const free = `${id.slice(0, maxIdLength - 5)}-${count}`;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}
