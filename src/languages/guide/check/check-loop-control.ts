/** Checks loops that their steps end, and the steps that decide whether a loop continues. */
import { findNearest } from '../../../expression/index.ts';
import { report } from '../../document/report.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { LoopStep, OutputContract, PromptStep, SourceLocation } from '../model/schema.ts';
import { loopControl } from '../parse/part-shapes.ts';
import type { GuideCheckContext, StepInLoops } from './guide-check-context.ts';

export function checkLoopControl(context: GuideCheckContext): void {
  const decided = new Set<LoopStep>();
  for (const { step, loops } of context.stepsInLoops) {
    for (const each of promptsIn(step)) {
      if (each.contract === null) continue;
      const loop = checkContract(context, each, each.contract, loops);
      if (loop !== undefined) decided.add(loop);
    }
  }
  for (const { step } of context.stepsInLoops) {
    if (step.kind !== 'loop' || step.rule.kind !== 'control' || decided.has(step)) continue;
    reportUndecided(context, step, step.rule.loopId, step.rule.at);
  }
}

function reportUndecided(
  { warnings }: GuideCheckContext,
  { id, maxIterations }: LoopStep,
  variable: string,
  at: SourceLocation,
): void {
  report(warnings, at, {
    rule: 'endless-loop',
    message: `No step of the loop “${id}” decides whether it continues: it ends after ${maxIterations} passes, unless “${variable}” of the context is “stop”.`,
    expected: `a step with the output contract “${loopControl}”`,
    actual: 'no such step',
  });
}

function promptsIn(step: StepInLoops['step']): readonly PromptStep[] {
  if (step.kind === 'prompt') return [step];
  return step.kind === 'parallel' && step.synthesis !== null ? [step.synthesis] : [];
}

/** @returns the loop that the decision applies to */
function checkContract(
  context: GuideCheckContext,
  step: PromptStep,
  { loopId }: OutputContract,
  loops: readonly LoopStep[],
): LoopStep | undefined {
  const meant = loopId === '' ? loops.at(-1) : loops.find((loop) => loopIdsOf(loop).includes(loopId));
  if (meant?.rule.kind === 'control') return meant;
  const { violations, warnings, find, findScalar } = context;
  const contract = find(`${step.at.path}.outputContract`);
  const at = contract ?? step.at;
  if (loopId !== '' && meant === undefined) {
    const scalar = findScalar(`${step.at.path}.outputContract.loopId`);
    const known = loops.flatMap(loopIdsOf);
    const nearest = findNearest(loopId, known);
    report(violations, scalar ?? at, {
      rule: 'unknown-loop',
      message: `“${step.id}” decides about the loop “${loopId}”, but no such loop contains it.`,
      expected: known.join(', ') || 'a step in a loop',
      actual: loopId,
      suggestion:
        nearest === undefined || scalar === undefined
          ? undefined
          : { text: `Did you mean “${nearest}”?`, edits: replaceScalar(violations.source, scalar, nearest) },
    });
    return loops.find((loop) => nearest !== undefined && loopIdsOf(loop).includes(nearest));
  }
  report(warnings, at, {
    rule: 'decides-nothing',
    message:
      meant === undefined
        ? `“${step.id}” decides whether a loop continues, but is in no loop.`
        : `“${step.id}” decides whether the loop “${meant.id}” continues, but that loop has another end rule. Set its “conditionSource” to the kind “artifact_contract”.`,
    expected: 'a loop that its steps end',
    actual: meant === undefined ? 'no loop' : `a loop of the type “${meant.rule.kind}”`,
  });
  return undefined;
}

/** The loop's own id, and the one that its steps use. */
const loopIdsOf = ({ id, rule }: LoopStep): readonly string[] =>
  rule.kind === 'control' && rule.loopId !== id ? [id, rule.loopId] : [id];
