/** Warnings about a request for the next step. They never prevent an answer. */
import { findNearest } from '../../../../expression/index.ts';
import { describeCutLoop } from '../../follow/guide-texts.ts';
import type { NextStep } from '../../follow/next-step.ts';
import type { GuideContext } from '../../model/guide-context.ts';
import { maxContextBytes, sizeOfContext } from '../../runs/guide-values.ts';

interface NextStepRequest {
  readonly currentStep?: string | undefined;
  readonly completed: readonly string[];
  readonly context: GuideContext;
  /** Ids of all steps that can be completed. */
  readonly steps: readonly string[];
}

/** Share of the limit from which the context size is reported. */
const nearlyFull = 0.8;
const maxListed = 20;

export function warningsOf(next: NextStep, request: NextStepRequest): readonly string[] {
  const early = next.kind === 'complete' ? extraStep : earlyStep;
  const odd = [...next.unknown.map((id) => unknownStep(id, request)), ...next.early.map(early)];
  const left = odd.length - maxListed;
  return [
    ...next.cut.map(describeCutLoop),
    ...odd.slice(0, maxListed),
    ...(left > 0 ? [`${left} more ids in “completedSteps” are unknown or not due yet.`] : []),
    ...wrongCurrent(next, request),
    ...largeContext(request),
  ];
}

function unknownStep(id: string, { steps }: NextStepRequest): string {
  const nearest = findNearest(id, steps);
  return `The guide has no step “${id}” that can be completed. The id is ignored.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`;
}

const earlyStep = (id: string): string =>
  `“${id}” was completed before it is due, or more often than it is due. The completion counts when the step is due.`;

const extraStep = (id: string): string =>
  `“${id}” was completed more often than it was due. The extra completions are ignored.`;

function wrongCurrent(
  next: NextStep,
  { currentStep: current, completed }: NextStepRequest,
): readonly string[] {
  if (current === undefined || completed.includes(current)) return [];
  const skipped = next.skipped.find(({ id }) => id === current);
  if (skipped !== undefined) return [`“${current}” is skipped: ${skipped.reason}`];
  if (next.kind !== 'step') return [`“${current}” is not open: the guide is complete.`];
  const open = [next.shown, ...next.beside];
  const isOpen = open.some(
    ({ step, loops }) => step.id === current || loops.some(({ id }) => id === current),
  );
  return isOpen ? [] : [`“${current}” is not the next step. The next step is “${next.shown.step.id}”.`];
}

function largeContext({ context }: NextStepRequest): readonly string[] {
  const size = sizeOfContext(context);
  if (size < maxContextBytes * nearlyFull) return [];
  const part = Math.floor((size / maxContextBytes) * 100);
  return [`The context has ${size} bytes, ${part} % of the limit (${maxContextBytes}).`];
}
