/** Checks functions: each name is unique in its scope, and steps use only defined functions. */
import { findNearest, type Json } from '../../../expression/index.ts';
import type { LocatedScalar } from '../../document/located.ts';
import { report } from '../../document/report.ts';
import type { Proposal } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import { positionAt } from '../../document/source-text.ts';
import type { GuideFunction, PromptStep } from '../model/schema.ts';
import { functionsOfGuide, functionsOfLoop } from '../net/functions-of-guide.ts';
import { checkFunctionCall } from './check-function-call.ts';
import type { GuideCheckContext, StepInLoops } from './guide-check-context.ts';

export function checkFunctions(context: GuideCheckContext): void {
  const { guide, stepsInLoops } = context;
  for (const functions of [guide.functions, ...stepsInLoops.map(({ step }) => step.functions)]) {
    checkNames(context, functions);
  }
  const everywhere = functionsOfGuide(guide);
  for (const { step, loops } of stepsInLoops) {
    if (step.kind === 'prompt') checkUses(context, step, visibleIn({ step, loops }, everywhere));
  }
}

/** The innermost definition of a name applies. */
function visibleIn(
  { step, loops }: StepInLoops,
  everywhere: readonly GuideFunction[],
): ReadonlyMap<string, GuideFunction> {
  const visible = [...everywhere, ...loops.flatMap(functionsOfLoop), ...step.functions];
  return new Map(visible.map((each) => [each.name, each]));
}

function checkNames(context: GuideCheckContext, functions: readonly GuideFunction[]): void {
  const first = new Map<string, GuideFunction>();
  for (const each of functions) {
    const before = first.get(each.name);
    if (before === undefined) first.set(each.name, each);
    // The list's parser reports exact duplicates.
    else if (contentOf(each) !== contentOf(before)) reportTwice(context, each, before, functions);
    checkParameters(context, each);
  }
}

const contentOf = ({ at, ...content }: GuideFunction): string => JSON.stringify(content);

function reportTwice(
  context: GuideCheckContext,
  { name, at }: GuideFunction,
  before: GuideFunction,
  functions: readonly GuideFunction[],
): void {
  const { violations, findScalar } = context;
  const { line } = positionAt(violations.source, before.at.span.start);
  const free = freeName(name, functions);
  report(violations, at, {
    rule: 'name-clash',
    message: `“${name}” is already the name of a function, on line ${line}.`,
    expected: 'a unique name',
    actual: name,
    suggestion: renaming(context, findScalar(`${at.path}.name`), free, `Rename it to ${free}.`),
  });
}

function freeName(name: string, functions: readonly GuideFunction[]): string {
  for (let count = 2; ; count += 1) {
    const free = `${name}_${count}`;
    if (functions.every((each) => each.name !== free)) return free;
  }
}

function checkParameters(
  { violations, find }: GuideCheckContext,
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
        expected: 'a unique name',
        actual: name,
      });
    }
    seen.add(name);
  }
}

function checkUses(
  context: GuideCheckContext,
  step: PromptStep,
  visible: ReadonlyMap<string, GuideFunction>,
): void {
  for (const call of step.functionCalls) {
    const known = visible.get(call.name);
    if (known !== undefined) checkFunctionCall(context, call, known);
    else {
      const scalar = context.findScalar(`${call.at.path}.name`);
      reportUnknown(context, call.at, call.name, visible, (name) => renaming(context, scalar, name));
    }
  }
  const list = context.find(`${step.at.path}.functionReferences`);
  for (const item of list?.kind === 'list' ? list.items : []) {
    const name = item.kind === 'scalar' ? nameIn(item.value, step) : undefined;
    if (name === undefined || visible.has(name) || item.kind !== 'scalar') continue;
    // Each name may occur only once.
    const free = new Map([...visible].filter(([each]) => !step.functionReferences.includes(`${each}()`)));
    reportUnknown(context, item, name, free, (nearest) => renaming(context, item, `${nearest}()`));
  }
}

/** Name in a reference that could be read. */
function nameIn(written: Json, { functionReferences }: PromptStep): string | undefined {
  const reference = functionReferences.find((each) => each === written);
  return reference?.replace(/\(\)$/, '');
}

function reportUnknown(
  { violations, stepsInLoops }: GuideCheckContext,
  at: Parameters<typeof report>[1],
  name: string,
  visible: ReadonlyMap<string, GuideFunction>,
  propose: (nearest: string) => Proposal | undefined,
): void {
  const definedIn = stepsInLoops.find(({ step }) => step.functions.some((each) => each.name === name));
  const nearest = definedIn === undefined ? findNearest(name, [...visible.keys()]) : undefined;
  report(violations, at, {
    rule: 'unknown-function',
    message:
      definedIn === undefined
        ? `Function “${name}” does not exist.`
        : `The function “${name}” is defined only in “${definedIn.step.id}”. To use it everywhere, define it for the guide.`,
    expected: [...visible.keys()].slice(0, 20).join(', ') || 'a defined function',
    actual: name,
    suggestion: nearest === undefined ? undefined : propose(nearest),
  });
}

function renaming(
  { violations }: GuideCheckContext,
  scalar: LocatedScalar | undefined,
  name: string,
  text = `Did you mean “${name}”?`,
): Proposal | undefined {
  return scalar === undefined ? undefined : { text, edits: replaceScalar(violations.source, scalar, name) };
}
