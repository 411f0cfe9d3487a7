/**
 * Computes the next step of a guide from the completed steps and the context. It stores nothing: the same input always
 * returns the same step [U4.1]. The token of an answer represents the same position as the list of completed steps
 * [U4.6].
 */
import { z } from 'zod';
import type { LanguageOperation, OperationHost } from '../../../language-api.ts';
import { flag, integer, listOf, objectOf, orNull, text } from '../../../output-fields.ts';
import { Refusal, refuseInput } from '../../../refusal.ts';
import type { GuideMachine } from '../../follow/guide-machine.ts';
import { machineOf } from '../../follow/guide-machine.ts';
import { forewordOf } from '../../follow/guide-texts.ts';
import { type NextStep, nextStep } from '../../follow/next-step.ts';
import { stepsOfGuide } from '../../model/steps-of-guide.ts';
import { findDecidedLoop } from '../../net/find-decided-loop.ts';
import { missingLoopVariable } from '../../runs/explain-blocked.ts';
import { refuseLargeContext } from '../../runs/guide-values.ts';
import {
  contextField,
  foreword,
  guidanceSchema,
  loopsSchema,
  openStepOf,
  shownStep,
  skippedSchema,
  stepField,
  stepSchema,
  unsetSchema,
  workflowField,
} from '../views/guide-fields.ts';
import { type FoundGuide, getGuide, getStep, invalidGuide } from './find-guide.ts';
import { warningsOf } from './guide-warnings.ts';
import { openPosition, sealPosition, type TokenScope } from './position-token.ts';

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

export const nextGuideStep: LanguageOperation<Input, GuidePosition> = {
  name: 'guides.next',
  summary: 'Returns the next step of a guide.',
  rest: { method: 'POST', path: '/v1/workflows/{workflow}/next' },
  examples: [
    { input: { workflow: 'code-review', completedSteps: ['understand'], context: { taskScope: 'large' } } },
  ],
  input,
  output,
  async perform(asked, host) {
    const guided = await getGuide('guides.next', host, asked.workflow);
    const { found, workflow, guide } = guided;
    const { program } = workflow;
    if (program === null) throw invalidGuide(found);
    if (asked.currentStep !== undefined) getStep(guided, asked.currentStep);
    const tooLarge = refuseLargeContext(asked.context, { workflow: found.id });
    if (tooLarge !== null) throw new Refusal(tooLarge);
    const machine = machineOf(guide, program);
    const tokenScope = { guide: found.id, revision: found.revision, steps: [...machine.steps.keys()] };
    const completed = completedBy(host, tokenScope, asked);
    const next = nextStep(machine, { completed, context: asked.context, at: host.now() });
    if (next.kind === 'blocked') throw blocked(guided, next);
    const { skipped, unknown, early, progress } = next;
    const token = host.seals === null ? '' : sealPosition(host.seals, tokenScope, completed);
    const warnings = warningsOf(next, { ...asked, completed, steps: tokenScope.steps });
    const before = completed.length === 0 ? forewordOf(guide) : {};
    const open = { ...openOf(next), ...decisionOf(machine, guided, next) };
    return { ...open, skipped, unknown, early, warnings, progress, ...before, token };
  },
};

function completedBy(
  { seals }: OperationHost,
  tokenScope: TokenScope,
  { token, completedSteps = [] }: Input,
): readonly string[] {
  if (token === undefined) return completedSteps;
  if (seals === null) {
    throw new Refusal({ code: 'token_refused', message: 'This server does not issue tokens.' });
  }
  const completed = [...openPosition(seals, tokenScope, token), ...completedSteps];
  if (completed.length > maxCounted) {
    throw new Refusal(
      refuseInput('guides.next', [
        {
          path: 'completedSteps',
          rule: 'limit',
          message: `The token and “completedSteps” together contain more than ${maxCounted} completed steps.`,
          expected: `at most ${maxCounted}`,
          actual: String(completed.length),
        },
      ]),
    );
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

function blocked({ found }: FoundGuide, { message, need }: NextStep & { readonly kind: 'blocked' }): Refusal {
  const about = { workflow: found.id };
  if (need === null) {
    const suggestedAction = 'Reduce “maxIterations” of its loops, or add steps that are done in each pass.';
    return new Refusal({ code: 'guide_blocked', message, suggestedAction, context: about });
  }
  return new Refusal(
    missingLoopVariable({ message, ...need }, { code: 'guide_blocked', about, path: 'context' }),
  );
}
