/** Names that loops give to the pass, the item and its index: each means one thing. */
import { report } from '../../document/report.ts';
import type { LoopStep } from '../schema.ts';
import type { CheckScope } from './check-scope.ts';

const kinds = {
  iterationVar: { inWords: 'the number of the pass', usual: ['currentIteration', 'iteration'] },
  itemVar: { inWords: 'the item', usual: ['currentItem', 'item'] },
  indexVar: { inWords: 'the index of the item', usual: ['currentIndex', 'index'] },
} as const;

type NameKey = keyof typeof kinds;

interface LoopName {
  readonly key: NameKey;
  readonly name: string;
}

export function checkLoopNames(scope: CheckScope): void {
  for (const { step, loops } of scope.places) {
    if (step.kind !== 'loop') continue;
    const names = namesOf(step);
    names.forEach(({ key, name }, at) => {
      const before = names.slice(0, at).find((other) => other.name === name);
      if (before === undefined) checkAround(scope, step, { key, name }, loops);
      else reportTwice(scope, step, { key, name }, before);
    });
  }
}

/** Those that are looked at; others are told by whoever reads the loop. */
function namesOf(loop: LoopStep): readonly LoopName[] {
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

function reportTwice(scope: CheckScope, loop: LoopStep, { key, name }: LoopName, before: LoopName): void {
  report(scope.violations, placeOf(scope, loop, key), {
    rule: 'name-clash',
    message: `In the loop “${loop.id}”, “${name}” is already the name of ${kinds[before.key].inWords}.`,
    expected: 'a name of its own',
    actual: name,
  });
}

function checkAround(
  scope: CheckScope,
  loop: LoopStep,
  { key, name }: LoopName,
  loops: readonly LoopStep[],
): void {
  const outer = loops.findLast((each) => namesOf(each).some((other) => other.name === name));
  const other = (Object.keys(kinds) as NameKey[]).find(
    (each) => each !== key && (kinds[each].usual as readonly string[]).includes(name),
  );
  const doubt =
    outer !== undefined
      ? `hides what has this name in the loop “${outer.id}” around`
      : other !== undefined
        ? `is what loops call ${kinds[other].inWords}, but here it is ${kinds[key].inWords}`
        : loop.rule.kind === 'forEach' && loop.rule.items === name
          ? 'hides the list that the loop goes over'
          : undefined;
  if (doubt === undefined) return;
  report(scope.warnings, placeOf(scope, loop, key), {
    rule: 'misleading-name',
    message: `In the loop “${loop.id}”, “${name}” ${doubt}.`,
    expected: 'a name of its own',
    actual: name,
  });
}

const placeOf = (scope: CheckScope, loop: LoopStep, key: NameKey) =>
  scope.find(`${loop.at.path}.loop.${key}`) ?? loop.at;
