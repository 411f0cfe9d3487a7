/** Functions: each name once in a scope, and only known ones are used. */
import { findNearest, type Json } from '../../../expression/index.ts';
import type { LocatedScalar } from '../../document/located.ts';
import { report } from '../../document/report.ts';
import type { Proposal } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import { positionAt } from '../../document/source-text.ts';
import { functionsOfGuide, functionsOfLoop } from '../net/functions-of-guide.ts';
import type { GuideFunction, PromptStep } from '../schema.ts';
import { checkCall } from './check-call.ts';
import type { CheckScope, StepPlace } from './check-scope.ts';

export function checkFunctions(scope: CheckScope): void {
  const { guide, places } = scope;
  for (const functions of [guide.functions, ...places.map(({ step }) => step.functions)]) {
    checkNames(scope, functions);
  }
  const everywhere = functionsOfGuide(guide);
  for (const { step, loops } of places) {
    if (step.kind === 'prompt') checkUses(scope, step, visibleIn({ step, loops }, everywhere));
  }
}

/** Of one name the innermost counts. */
function visibleIn(
  { step, loops }: StepPlace,
  everywhere: readonly GuideFunction[],
): ReadonlyMap<string, GuideFunction> {
  const visible = [...everywhere, ...loops.flatMap(functionsOfLoop), ...step.functions];
  return new Map(visible.map((each) => [each.name, each]));
}

function checkNames(scope: CheckScope, functions: readonly GuideFunction[]): void {
  const first = new Map<string, GuideFunction>();
  for (const each of functions) {
    const before = first.get(each.name);
    if (before === undefined) first.set(each.name, each);
    // What is the same all through is told by whoever reads it.
    else if (contentOf(each) !== contentOf(before)) reportTwice(scope, each, before, functions);
    checkParameters(scope, each);
  }
}

const contentOf = ({ at, ...content }: GuideFunction): string => JSON.stringify(content);

function reportTwice(
  scope: CheckScope,
  { name, at }: GuideFunction,
  before: GuideFunction,
  functions: readonly GuideFunction[],
): void {
  const { violations, findScalar } = scope;
  const { line } = positionAt(violations.source, before.at.span.start);
  const free = freeName(name, functions);
  report(violations, at, {
    rule: 'name-clash',
    message: `“${name}” is already the name of a function, on line ${line}.`,
    expected: 'a name of its own',
    actual: name,
    suggestion: renaming(scope, findScalar(`${at.path}.name`), free, `Call it ${free}.`),
  });
}

function freeName(name: string, functions: readonly GuideFunction[]): string {
  for (let count = 2; ; count += 1) {
    const free = `${name}_${count}`;
    if (functions.every((each) => each.name !== free)) return free;
  }
}

function checkParameters(
  { violations, find }: CheckScope,
  { name: whose, at, parameters }: GuideFunction,
): void {
  const list = find(`${at.path}.parameters`);
  const seen = new Set<string>();
  for (const [index, { name }] of parameters.entries()) {
    const item = list?.kind === 'list' ? list.items[index] : undefined;
    if (seen.has(name)) {
      report(violations, item ?? at, {
        rule: 'name-clash',
        message: `“${whose}” has two parameters “${name}”.`,
        expected: 'a name of its own',
        actual: name,
      });
    }
    seen.add(name);
  }
}

function checkUses(scope: CheckScope, step: PromptStep, visible: ReadonlyMap<string, GuideFunction>): void {
  for (const call of step.functionCalls) {
    const known = visible.get(call.name);
    if (known !== undefined) checkCall(scope, call, known);
    else {
      const scalar = scope.findScalar(`${call.at.path}.name`);
      reportUnknown(scope, call.at, call.name, visible, (name) => renaming(scope, scalar, name));
    }
  }
  const list = scope.find(`${step.at.path}.functionReferences`);
  for (const item of list?.kind === 'list' ? list.items : []) {
    const name = item.kind === 'scalar' ? nameIn(item.value, step) : undefined;
    if (name === undefined || visible.has(name) || item.kind !== 'scalar') continue;
    // Each stands there once.
    const free = new Map([...visible].filter(([each]) => !step.functionReferences.includes(`${each}()`)));
    reportUnknown(scope, item, name, free, (nearest) => renaming(scope, item, `${nearest}()`));
  }
}

/** Of a reference that could be read. */
function nameIn(written: Json, { functionReferences }: PromptStep): string | undefined {
  const reference = functionReferences.find((each) => each === written);
  return reference?.replace(/\(\)$/, '');
}

function reportUnknown(
  { violations, places }: CheckScope,
  at: Parameters<typeof report>[1],
  name: string,
  visible: ReadonlyMap<string, GuideFunction>,
  propose: (nearest: string) => Proposal | undefined,
): void {
  const elsewhere = places.find(({ step }) => step.functions.some((each) => each.name === name));
  const nearest = elsewhere === undefined ? findNearest(name, [...visible.keys()]) : undefined;
  report(violations, at, {
    rule: 'unknown-function',
    message:
      elsewhere === undefined
        ? `There is no function “${name}”.`
        : `The function “${name}” belongs to “${elsewhere.step.id}”. To use it everywhere, define it for the guide.`,
    expected: [...visible.keys()].slice(0, 20).join(', ') || 'a function that is defined',
    actual: name,
    suggestion: nearest === undefined ? undefined : propose(nearest),
  });
}

function renaming(
  { violations }: CheckScope,
  scalar: LocatedScalar | undefined,
  name: string,
  text = `Did you mean “${name}”?`,
): Proposal | undefined {
  return scalar === undefined ? undefined : { text, edits: replaceScalar(violations.source, scalar, name) };
}
