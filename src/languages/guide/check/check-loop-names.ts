/** Checks the names that loops use for the pass, the item and its index: each has one meaning. */
import { report } from '../../document/report.ts';
import type { LoopStep } from '../model/schema.ts';
import type { GuideCheckContext } from './guide-check-context.ts';

const kinds = {
  iterationVar: { description: 'the number of the pass', defaultNames: ['currentIteration', 'iteration'] },
  itemVar: { description: 'the item', defaultNames: ['currentItem', 'item'] },
  indexVar: { description: 'the index of the item', defaultNames: ['currentIndex', 'index'] },
} as const;

type NameKey = keyof typeof kinds;

interface LoopName {
  readonly key: NameKey;
  readonly name: string;
}

export function checkLoopNames(context: GuideCheckContext): void {
  for (const { step, loops } of context.stepsInLoops) {
    if (step.kind !== 'loop') continue;
    const names = declaredNamesOf(step);
    names.forEach(({ key, name }, at) => {
      const before = names.slice(0, at).find((other) => other.name === name);
      if (before === undefined) checkOuterLoops(context, step, { key, name }, loops);
      else reportTwice(context, step, { key, name }, before);
    });
  }
}

/** The names that this loop type uses; the loop's parser reports the others. */
function declaredNamesOf(loop: LoopStep): readonly LoopName[] {
  const keys: readonly NameKey[] =
    loop.rule.kind === 'forEach'
      ? ['iterationVar', 'itemVar', 'indexVar']
      : loop.rule.kind === 'for'
        ? ['iterationVar', 'indexVar']
        : ['iterationVar'];
  return keys.flatMap((key) => {
    const name = loop[key];
    return name === null ? [] : [{ key, name }];
  });
}

function reportTwice(
  context: GuideCheckContext,
  loop: LoopStep,
  { key, name }: LoopName,
  before: LoopName,
): void {
  report(context.violations, findLoopKey(context, loop, key), {
    rule: 'name-clash',
    message: `In the loop “${loop.id}”, “${name}” is already the name of ${kinds[before.key].description}.`,
    expected: 'a unique name',
    actual: name,
  });
}

function checkOuterLoops(
  context: GuideCheckContext,
  loop: LoopStep,
  { key, name }: LoopName,
  loops: readonly LoopStep[],
): void {
  const outer = loops.findLast((each) => declaredNamesOf(each).some((other) => other.name === name));
  const other = (Object.keys(kinds) as NameKey[]).find(
    (each) => each !== key && (kinds[each].defaultNames as readonly string[]).includes(name),
  );
  const reportAmbiguous =
    outer !== undefined
      ? `hides the variable of this name of the outer loop “${outer.id}”`
      : other !== undefined
        ? `is the usual name of ${kinds[other].description}, but is ${kinds[key].description} here`
        : loop.rule.kind === 'forEach' && loop.rule.items === name
          ? 'hides the list that the loop iterates over'
          : undefined;
  if (reportAmbiguous === undefined) return;
  report(context.warnings, findLoopKey(context, loop, key), {
    rule: 'misleading-name',
    message: `In the loop “${loop.id}”, “${name}” ${reportAmbiguous}.`,
    expected: 'a unique name',
    actual: name,
  });
}

const findLoopKey = (context: GuideCheckContext, loop: LoopStep, key: NameKey) =>
  context.find(`${loop.at.path}.loop.${key}`) ?? loop.at;
