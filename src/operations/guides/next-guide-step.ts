/**
 * Computes the next step of a guide from the completed steps and the context. It stores nothing: the same input always
 * returns the same step [U4.1]. The token of an answer represents the same position as the list of completed steps
 * [U4.6].
 */
import { z } from 'zod';
import { findDecidedLoop, type GuideMachine, type NextStep, nextStep } from '../../languages/index.ts';
import { inputMismatch } from '../contract/check-input.ts';
import { workflowField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { flag, integer, listOf, objectOf, orNull, text } from '../contract/output-fields.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { refuseLargeContext } from './context-size.ts';
import { type FoundGuide, getGuide, getStep, invalidGuide } from './find-guide.ts';
import { missingLoopVariable } from './guide-blocked.ts';
import {
  contextField,
  guidanceSchema,
  loopsSchema,
  openStepOf,
  shownStep,
  skippedSchema,
  stepField,
  stepSchema,
  unsetSchema,
} from './guide-fields.ts';
import { machineOf } from './guide-machines.ts';
import { foreword, forewordOf } from './guide-outline.ts';
import { warningsOf } from './guide-warnings.ts';
import { openPosition, sealPosition, type TokenScope } from './position-token.ts';
import { stepsOfGuide } from './steps-of-guide.ts';

const maxCompleted = 10_000;
/** Including those that a token represents. */
const maxCounted = 100_000;
const listNeeded = 'the ids of the completed steps, [] at the start; or “token” of the previous answer';

const input = z
  .strictObject({
    workflow: workflowField,
    currentStep: stepField.optional().describe('Id of the step in progress.'),
    completedSteps: z
      .array(stepField)
      .max(maxCompleted)
      .optional()
      .describe('Ids of the completed steps; a step of a loop as often as it was completed.'),
    token: z
      .string()
      .min(1)
      .max(10_000)
      .optional()
      .describe('“token” of the previous answer: represents all steps completed until then.'),
    context: contextField.default({}),
  })
  .refine(({ completedSteps, token }) => completedSteps !== undefined || token !== undefined, {
    path: ['completedSteps'],
    message: listNeeded,
  });

type Input = z.infer<typeof input>;

const output = objectOf({
  step: orNull(stepSchema, 'The next step; null if the guide is complete.'),
  guidance: guidanceSchema,
  isComplete: flag('Whether the guide is complete.'),
  loops: loopsSchema,
  unset: unsetSchema,
  beside: listOf(shownStep, 'Other steps that can be done at the same time.'),
  skipped: listOf(skippedSchema, 'Skipped steps, because their condition does not hold.'),
  unknown: listOf(text(), 'Completed ids that are not steps of this guide.'),
  early: listOf(text(), 'Ids completed before they were due, or more often than they were due.'),
  warnings: listOf(text(), 'The same as sentences, and other warnings.'),
  progress: objectOf(
    { done: integer('Steps passed.'), total: integer('Steps in total.') },
    'Progress; a step of a loop counts once.',
  ),
  foreword: z.exactOptional(foreword),
  decides: z.exactOptional(
    text('The step decides whether a loop continues: set this variable of the context to “stop” to end it.'),
  ),
  token: text(
    'Send it with the next call instead of “completedSteps”; empty if this server does not issue tokens.',
  ),
});

export type GuidePosition = z.infer<typeof output>;

export const nextGuideStep: Operation<Input, GuidePosition> = {
  name: 'guides.next',
  scope: 'workflows:query',
  writes: false,
  summary: 'Returns the next step of a guide.',
  input,
  output,
  async perform(principal, asked, services) {
    const found = await getGuide('guides.next', services, principal, asked.workflow);
    const { entry, workflow, guide } = found;
    const { program } = workflow;
    if (program === null) throw invalidGuide(entry);
    if (asked.currentStep !== undefined) getStep(found, asked.currentStep);
    refuseLargeContext(asked.context, { workflow: entry.id });
    const machine = machineOf(guide, program);
    const tokenScope = tokenScopeOf(principal, found, [...machine.steps.keys()]);
    const completed = completedBy(services, tokenScope, asked);
    const at = services.clock.now();
    const next = nextStep(machine, { completed, context: asked.context, at });
    if (next.kind === 'blocked') throw blocked(found, next);
    const { skipped, unknown, early, progress } = next;
    const token = services.keys === undefined ? '' : sealPosition(services.keys, tokenScope, completed);
    const warnings = warningsOf(next, { ...asked, completed, steps: tokenScope.steps });
    const before = completed.length === 0 ? forewordOf(guide) : {};
    const open = { ...openOf(next), ...decisionOf(machine, found, next) };
    return { ...open, skipped, unknown, early, warnings, progress, ...before, token };
  },
};

const tokenScopeOf = (
  { tenant }: Principal,
  { entry }: FoundGuide,
  steps: readonly string[],
): TokenScope => ({
  tenant,
  guide: entry.id,
  revision: entry.document.revision,
  steps,
});

function completedBy(
  { keys, clock }: Services,
  tokenScope: TokenScope,
  { token, completedSteps = [] }: Input,
): readonly string[] {
  if (token === undefined) return completedSteps;
  if (keys === undefined) {
    throw new OperationError({ code: 'token_refused', message: 'This server does not issue tokens.' });
  }
  const completed = [...openPosition(keys, tokenScope, token, clock.now()), ...completedSteps];
  if (completed.length > maxCounted) {
    throw inputMismatch('guides.next', [
      {
        path: 'completedSteps',
        rule: 'limit',
        message: `The token and “completedSteps” together contain more than ${maxCounted} completed steps.`,
        expected: `at most ${maxCounted}`,
        actual: String(completed.length),
      },
    ]);
  }
  return completed;
}

type Open = Pick<GuidePosition, 'step' | 'guidance' | 'isComplete' | 'loops' | 'unset' | 'beside'>;

function openOf(next: Exclude<NextStep, { readonly kind: 'blocked' }>): Open {
  if (next.kind === 'step') {
    return { ...openStepOf(next.shown), isComplete: false, beside: next.beside.map(openStepOf) };
  }
  const guidance = { prompt: 'Workflow complete.', requiresConfirmation: false, validationCriteria: [] };
  return { step: null, guidance, isComplete: true, loops: [], unset: [], beside: [] };
}

/** The client sends only the context, so the decision of an output is set there. */
function decisionOf(
  { steps }: GuideMachine,
  { guide }: FoundGuide,
  next: NextStep,
): Pick<GuidePosition, 'decides'> {
  const id = next.kind === 'step' ? next.shown.step.id : undefined;
  const step = stepsOfGuide(guide).find((each) => each.id === id);
  const loops = steps.get(id ?? '')?.loops ?? [];
  const decided = step?.kind === 'prompt' ? findDecidedLoop(step.contract, loops) : undefined;
  return decided === undefined ? {} : { decides: decided.control };
}

function blocked(
  { entry }: FoundGuide,
  { message, need }: NextStep & { readonly kind: 'blocked' },
): OperationError {
  const about = { workflow: entry.id };
  if (need === null) {
    const suggestedAction = 'Reduce “maxIterations” of its loops, or add steps that are done in each pass.';
    return new OperationError({ code: 'guide_blocked', message, suggestedAction, context: about });
  }
  return missingLoopVariable({ message, ...need }, { code: 'guide_blocked', about, path: 'context' });
}
