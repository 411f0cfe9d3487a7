/** Checks conditions that can never hold, and conditions that always hold. */
import type { Located } from '../../document/located.ts';
import { removeEntry, setEntry } from '../../document/map-edits.ts';
import { report } from '../../document/report.ts';
import type { Proposal, Reporter } from '../../document/reporter.ts';
import { conditionText } from '../conditions/condition-text.ts';
import { explainContradiction } from '../conditions/explain-contradiction.ts';
import { verdictOf } from '../conditions/verdict-of.ts';
import type { Condition, GuideStep, PromptStep, WrittenCondition } from '../model/schema.ts';
import type { GuideCheckContext } from './guide-check-context.ts';

export function checkConditions(context: GuideCheckContext): void {
  for (const { step } of context.stepsInLoops) {
    for (const { id, runCondition, at } of [step, ...innerSteps(step)]) {
      if (runCondition !== null) checkRunCondition(context, id, runCondition, at.path);
    }
    if (step.confirmation.kind === 'when') checkConfirmation(context, step, step.confirmation);
    if (step.kind === 'prompt') checkFragments(context, step);
  }
}

function innerSteps(step: GuideStep): readonly GuideStep[] {
  if (step.kind !== 'parallel') return [];
  return step.synthesis === null ? step.branches : [...step.branches, step.synthesis];
}

function checkRunCondition(
  context: GuideCheckContext,
  id: string,
  written: WrittenCondition,
  step: string,
): void {
  const { violations, warnings } = context;
  switch (verdictOf(written.condition)) {
    case 'never':
      reportNever(violations, written, `“${id}” can never run`);
      return;
    case 'always':
      reportAlways(warnings, written, `“${id}” always runs`, removal(context, step, written.at.path));
      return;
    case 'depends':
      return;
  }
}

function checkConfirmation(
  context: GuideCheckContext,
  { id, at }: GuideStep,
  written: WrittenCondition,
): void {
  const { warnings, find } = context;
  switch (verdictOf(written.condition)) {
    case 'never':
      reportNever(warnings, written, `No person is ever asked to confirm “${id}”`);
      return;
    case 'always': {
      const map = find(at.path);
      const edits =
        map?.kind === 'map' ? setEntry(warnings.source, map, 'requireConfirmation', true) : undefined;
      const proposal = edits === undefined ? undefined : { text: 'Write true.', edits };
      reportAlways(warnings, written, `A person is always asked to confirm “${id}”`, proposal);
      return;
    }
    case 'depends':
      return;
  }
}

function checkFragments(context: GuideCheckContext, { fragments, at }: PromptStep): void {
  const list = context.find(`${at.path}.promptFragments`);
  const items = list?.kind === 'list' ? list.items : [];
  // If one fragment could not be read, the indices of the others do not match.
  if (items.length !== fragments.length) return;
  for (const [index, { id, when }] of fragments.entries()) {
    const item = items[index];
    const located = item === undefined ? undefined : context.find(`${item.path}.when`);
    if (when === null || located === undefined) continue;
    checkWrittenCondition(context, { condition: when, at: located }, `The fragment “${id}”`, 'shown');
  }
}

/** Checks the condition of an optional part of a step: problems are warnings. */
export function checkWrittenCondition(
  context: GuideCheckContext,
  written: WrittenCondition,
  what: string,
  done: string,
): void {
  const verdict = verdictOf(written.condition);
  if (verdict === 'never') reportNever(context.warnings, written, `${what} is never ${done}`);
  if (verdict === 'always') {
    const { path } = written.at;
    const proposal = removal(context, path.slice(0, path.lastIndexOf('.')), path);
    reportAlways(context.warnings, written, `${what} is always ${done}`, proposal);
  }
}

function reportNever(reporter: Reporter, { condition, at }: WrittenCondition, what: string): void {
  report(reporter, at, {
    rule: 'impossible-condition',
    message: `${what}: ${explainContradiction(condition)}.`,
    expected: 'a condition that can hold',
    actual: conditionText(condition),
  });
}

function reportAlways(
  reporter: Reporter,
  { condition, at }: WrittenCondition,
  what: string,
  suggestion: Proposal | undefined,
): void {
  // The condition's parser reports it.
  if (isVacuous(condition)) return;
  report(reporter, at, {
    rule: 'always-holds',
    message: `${what}: its condition always holds.`,
    expected: 'a condition that may fail, or none',
    actual: conditionText(condition),
    suggestion,
  });
}

/** Whether some part of the condition is empty. */
export function isVacuous(condition: Condition): boolean {
  const { and, or = [], not } = condition;
  if (Object.keys(condition).length === 0 || and?.length === 0) return true;
  return [...(and ?? []), ...or, ...(not === undefined ? [] : [not])].some(isVacuous);
}

/** Removes an entry from its map. */
function removal({ find, warnings }: GuideCheckContext, map: string, path: string): Proposal | undefined {
  const located: Located | undefined = find(map);
  const entry =
    located?.kind === 'map' ? located.entries.find(({ value }) => value.path === path) : undefined;
  if (located?.kind !== 'map' || entry === undefined || entry.merged) return undefined;
  return { text: `Remove “${entry.key}”.`, edits: removeEntry(warnings.source, located, entry) };
}
