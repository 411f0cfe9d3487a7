/** What is odd about a question for the next step, in words; none of it keeps anybody from an answer. */
import { findNearest } from '../../expression/index.ts';
import type { GuideContext, NextStep } from '../../languages/index.ts';
import { maxContextBytes, sizeOfContext } from './context-size.ts';

interface NextStepRequest {
  readonly currentStep?: string | undefined;
  readonly completed: readonly string[];
  readonly context: GuideContext;
  /** Ids of all steps that can be completed. */
  readonly steps: readonly string[];
}

/** From which part of the limit on it is worth a word. */
const nearlyFull = 0.8;
const maxListed = 20;

export function warningsOf(next: NextStep, request: NextStepRequest): readonly string[] {
  const early = next.kind === 'complete' ? extraStep : earlyStep;
  const odd = [...next.unknown.map((id) => unknownStep(id, request)), ...next.early.map(early)];
  const left = odd.length - maxListed;
  return [
    ...next.cut.map(describeCutLoop),
    ...odd.slice(0, maxListed),
    ...(left > 0 ? [`And ${left} more of “completedSteps” are not known, or not due yet.`] : []),
    ...wrongCurrent(next, request),
    ...largeContext(request),
  ];
}

/** A loop that had all the passes that it may have. */
export function describeCutLoop({ title, passes, left }: NextStep['cut'][number]): string {
  const ended = `The loop “${title}” was ended after ${passes === 1 ? 'one pass' : `${passes} passes`}, its greatest number`;
  return left === null
    ? `${ended}, and was not done by its condition.`
    : `${ended}; ${left === 1 ? 'one was' : `${left} were`} left out.`;
}

function unknownStep(id: string, { steps }: NextStepRequest): string {
  const nearest = findNearest(id, steps);
  return `The guide has no step “${id}” that can be completed; it is left out.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`;
}

const earlyStep = (id: string): string =>
  `“${id}” is completed before it is due, or more often than it is due: that counts when it is its turn.`;

const extraStep = (id: string): string =>
  `“${id}” was completed more often than it was due: the rest counts for nothing.`;

function wrongCurrent(
  next: NextStep,
  { currentStep: current, completed }: NextStepRequest,
): readonly string[] {
  if (current === undefined || completed.includes(current)) return [];
  const skipped = next.skipped.find(({ id }) => id === current);
  if (skipped !== undefined) return [`“${current}” is not to be done: ${skipped.reason}`];
  if (next.kind !== 'step') return [`“${current}” is not to be done any more: all is complete.`];
  const open = [next.shown, ...next.beside];
  const isOpen = open.some(
    ({ step, loops }) => step.id === current || loops.some(({ id }) => id === current),
  );
  return isOpen ? [] : [`“${current}” is not what comes next: “${next.shown.step.id}” is.`];
}

function largeContext({ context }: NextStepRequest): readonly string[] {
  const size = sizeOfContext(context);
  if (size < maxContextBytes * nearlyFull) return [];
  const part = Math.floor((size / maxContextBytes) * 100);
  return [`The context has ${size} bytes, ${part} % of what it may have (${maxContextBytes}).`];
}
