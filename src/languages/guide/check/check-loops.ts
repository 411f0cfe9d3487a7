/** Loops that never begin, and those that only their greatest number of passes ends. */
import { report } from '../../document/report.ts';
import { explainContradiction } from '../conditions/explain-contradiction.ts';
import { variablesIn } from '../conditions/variables-in.ts';
import { verdictOf } from '../conditions/verdict-of.ts';
import { conditionText } from '../preview/condition-text.ts';
import type { Condition, LoopRule, LoopStep, SourceLocation } from '../schema.ts';
import { isVacuous } from './check-conditions.ts';
import type { GuideCheckContext } from './guide-check-context.ts';

export function checkLoops(context: GuideCheckContext): void {
  for (const { step, loops } of context.stepsInLoops) {
    if (step.kind !== 'loop') continue;
    const { rule } = step;
    if (rule.kind === 'while' || rule.kind === 'until') checkConditional(context, step, rule, loops);
    if (rule.kind === 'for') checkCount(context, step, rule);
  }
}

type Conditional = LoopRule & { readonly kind: 'while' | 'until' };

function checkConditional(
  context: GuideCheckContext,
  loop: LoopStep,
  { condition, at, kind }: Conditional,
  loops: readonly LoopStep[],
): void {
  // An empty one is told by whoever reads it.
  if (isVacuous(condition)) return;
  const verdict = verdictOf(condition);
  const actual = conditionText(condition);
  if (verdict === 'depends') {
    const fixed = fixedIn(condition, loops);
    if (fixed.length > 0) {
      const names = fixed.map((name) => `“${name}”`).join(' and ');
      const be = fixed.length === 1 ? 'is' : 'are';
      reportEndless(context, loop, at, `${names} ${be} of a loop around, and the same in every pass`, actual);
    }
    return;
  }
  const why = verdict === 'never' ? explainContradiction(condition) : 'its condition always holds';
  if (verdict === (kind === 'while' ? 'always' : 'never')) reportEndless(context, loop, at, why, actual);
  else reportUnreached(context, loop, at, why, actual);
}

/** What a condition looks at, where all of that is set by loops around and so stays as it is. */
function fixedIn(condition: Condition, loops: readonly LoopStep[]): readonly string[] {
  const fixed = new Set(loops.flatMap(variableNamesOf));
  const names = variablesIn(condition);
  return names.every((name) => fixed.has(name.split('.')[0] ?? name)) ? names : [];
}

/** Without those that the loop inside has, too. */
function variableNamesOf({ rule, iterationVar, itemVar, indexVar }: LoopStep): readonly string[] {
  const counts = rule.kind === 'for' || rule.kind === 'forEach';
  const own = counts ? [iterationVar, indexVar] : [iterationVar];
  const item = rule.kind === 'forEach' ? ['currentItem', itemVar] : [];
  return [...own, ...item, ...(counts ? ['currentIndex'] : [])].filter((name) => name !== null);
}

function checkCount(
  context: GuideCheckContext,
  loop: LoopStep,
  { count, at }: LoopRule & { readonly kind: 'for' },
): void {
  // One that could not be read stands for another.
  if (typeof count !== 'number' || context.findScalar(at.path)?.value !== count) return;
  if (count === 0) reportUnreached(context, loop, at, 'it has no passes', '0');
  if (count <= loop.maxIterations) return;
  report(context.warnings, at, {
    rule: 'loop-cut-short',
    message: `The loop “${loop.id}” ends after ${loop.maxIterations} of ${count} passes: more than “maxIterations” are not made.`,
    expected: `at most ${loop.maxIterations}`,
    actual: String(count),
  });
}

function reportUnreached(
  { warnings }: GuideCheckContext,
  { id }: LoopStep,
  at: SourceLocation,
  why: string,
  actual: string,
): void {
  report(warnings, at, {
    rule: 'unreachable-step',
    message: `The steps of the loop “${id}” are never reached: ${why}.`,
    expected: 'a loop that can begin',
    actual,
  });
}

function reportEndless(
  { warnings }: GuideCheckContext,
  { id, maxIterations }: LoopStep,
  at: SourceLocation,
  why: string,
  actual: string,
): void {
  report(warnings, at, {
    rule: 'endless-loop',
    message: `Once begun, the loop “${id}” ends only after ${maxIterations} passes: ${why}.`,
    expected: 'something that can end the loop',
    actual,
  });
}
