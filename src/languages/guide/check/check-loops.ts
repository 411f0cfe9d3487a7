/** Loops that never begin, and those that only their greatest number of passes ends. */
import { report } from '../../document/report.ts';
import { variablesIn } from '../conditions/variables-in.ts';
import { verdictOf } from '../conditions/verdict-of.ts';
import { whyNever } from '../conditions/why-never.ts';
import { conditionText } from '../picture/condition-text.ts';
import type { At, Condition, LoopRule, LoopStep } from '../schema.ts';
import { isHollow } from './check-conditions.ts';
import type { CheckScope } from './check-scope.ts';

export function checkLoops(scope: CheckScope): void {
  for (const { step, loops } of scope.places) {
    if (step.kind !== 'loop') continue;
    const { rule } = step;
    if (rule.kind === 'while' || rule.kind === 'until') checkConditional(scope, step, rule, loops);
    if (rule.kind === 'for') checkCount(scope, step, rule);
  }
}

type Conditional = LoopRule & { readonly kind: 'while' | 'until' };

function checkConditional(
  scope: CheckScope,
  loop: LoopStep,
  { condition, at, kind }: Conditional,
  loops: readonly LoopStep[],
): void {
  // An empty one is told by whoever reads it.
  if (isHollow(condition)) return;
  const verdict = verdictOf(condition);
  const actual = conditionText(condition);
  if (verdict === 'depends') {
    const fixed = fixedIn(condition, loops);
    if (fixed.length > 0) {
      const names = fixed.map((name) => `“${name}”`).join(' and ');
      const be = fixed.length === 1 ? 'is' : 'are';
      reportEndless(scope, loop, at, `${names} ${be} of a loop around, and the same in every pass`, actual);
    }
    return;
  }
  const why = verdict === 'never' ? whyNever(condition) : 'its condition always holds';
  if (verdict === (kind === 'while' ? 'always' : 'never')) reportEndless(scope, loop, at, why, actual);
  else reportUnreached(scope, loop, at, why, actual);
}

/** What a condition looks at, where all of that is set by loops around and so stays as it is. */
function fixedIn(condition: Condition, loops: readonly LoopStep[]): readonly string[] {
  const fixed = new Set(loops.flatMap(namesOf));
  const names = variablesIn(condition);
  return names.every((name) => fixed.has(name.split('.')[0] ?? name)) ? names : [];
}

/** Without those that the loop inside has, too. */
function namesOf({ rule, iterationVar, itemVar, indexVar }: LoopStep): readonly string[] {
  const counts = rule.kind === 'for' || rule.kind === 'forEach';
  const own = counts ? [iterationVar, indexVar] : [iterationVar];
  const item = rule.kind === 'forEach' ? ['currentItem', itemVar] : [];
  return [...own, ...item, ...(counts ? ['currentIndex'] : [])].filter((name) => name !== null);
}

function checkCount(
  scope: CheckScope,
  loop: LoopStep,
  { count, at }: LoopRule & { readonly kind: 'for' },
): void {
  // One that could not be read stands for another.
  if (typeof count !== 'number' || scope.findScalar(at.path)?.value !== count) return;
  if (count === 0) reportUnreached(scope, loop, at, 'it has no passes', '0');
  if (count <= loop.maxIterations) return;
  report(scope.warnings, at, {
    rule: 'loop-cut-short',
    message: `The loop “${loop.id}” ends after ${loop.maxIterations} of ${count} passes: more than “maxIterations” are not made.`,
    expected: `at most ${loop.maxIterations}`,
    actual: String(count),
  });
}

function reportUnreached(
  { warnings }: CheckScope,
  { id }: LoopStep,
  at: At,
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
  { warnings }: CheckScope,
  { id, maxIterations }: LoopStep,
  at: At,
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
