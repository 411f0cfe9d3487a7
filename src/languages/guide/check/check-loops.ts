/** Checks loops that never start, and loops that only their maximum number of passes ends. */
import { report } from '../../document/report.ts';
import { conditionText } from '../conditions/condition-text.ts';
import { explainContradiction } from '../conditions/explain-contradiction.ts';
import { variablesIn } from '../conditions/variables-in.ts';
import { verdictOf } from '../conditions/verdict-of.ts';
import type { Condition, LoopRule, LoopStep, SourceLocation } from '../model/schema.ts';
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
  // The condition's parser reports an empty one.
  if (isVacuous(condition)) return;
  const verdict = verdictOf(condition);
  const actual = conditionText(condition);
  if (verdict === 'depends') {
    const fixed = fixedIn(condition, loops);
    if (fixed.length > 0) {
      const names = fixed.map((name) => `“${name}”`).join(' and ');
      const be = fixed.length === 1 ? 'is' : 'are';
      reportEndless(
        context,
        loop,
        at,
        `${names} ${be} set by an outer loop and the same in every pass`,
        actual,
      );
    }
    return;
  }
  const why = verdict === 'never' ? explainContradiction(condition) : 'its condition always holds';
  if (verdict === (kind === 'while' ? 'always' : 'never')) reportEndless(context, loop, at, why, actual);
  else reportUnreached(context, loop, at, why, actual);
}

/** The variables that a condition reads, if outer loops set all of them, so that they do not change. */
function fixedIn(condition: Condition, loops: readonly LoopStep[]): readonly string[] {
  const fixed = new Set(loops.flatMap(variableNamesOf));
  const names = variablesIn(condition);
  return names.every((name) => fixed.has(name.split('.')[0] ?? name)) ? names : [];
}

/** Without those that the inner loop sets, too. */
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
  // If the count could not be read, the value is a replacement.
  if (typeof count !== 'number' || context.findScalar(at.path)?.value !== count) return;
  if (count === 0) reportUnreached(context, loop, at, 'it has no passes', '0');
  if (count <= loop.maxIterations) return;
  report(context.warnings, at, {
    rule: 'loop-cut-short',
    message: `The loop “${loop.id}” ends after ${loop.maxIterations} of ${count} passes, because of “maxIterations”.`,
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
    expected: 'a loop that can start',
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
    message: `Once started, the loop “${id}” ends only after ${maxIterations} passes: ${why}.`,
    expected: 'a rule that can end the loop',
    actual,
  });
}
