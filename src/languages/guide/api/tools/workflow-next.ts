import { z } from 'zod';
import { anything, entry, flag, list, object, record, text, whole } from '../../../answer-schema.ts';
import type { Values } from '../../../facets.ts';
import type { OperationTool } from '../../../operation-tool.ts';
import { readForeword } from '../../follow/guide-texts.ts';
import type { GuidePosition } from '../operations/next-guide-step.ts';
import {
  completedField,
  contextField,
  guideField,
  guideSpellings,
  stepField,
  toolset,
} from './guide-tool-fields.ts';

export const workflowNext: OperationTool = {
  name: 'workflow_next',
  title: 'Get the next step of a guide',
  toolset,
  isUsual: true,
  description: `Returns the next step of a guide, with everything to read for it (guidance.prompt).

Use it when you follow a guide (language “guide” in workflow_list) yourself, without a run that stores your position.
1. Begin with completedSteps [] and what you know in “context”: conditions, loops and texts use its variables. Read “foreword” of that answer first, and follow it throughout.
2. Do what guidance.prompt says. Validate the output with workflow_validate. If requiresConfirmation is true, ask the user to approve it before you continue.
3. Call again with “token” of the previous answer and completedSteps [id of the step]; or with all completed ids. Each pass of a loop adds its steps again: the n-th completion belongs to the n-th pass. Put new facts into “context”, and always send all of it.
4. isComplete true: the guide is complete.
“skipped” lists skipped steps with the reason, “warnings” what was unexpected, “beside” what can be done at the same time. To have everything stored and validated by the server, start the guide with workflow_run instead.`,
  input: z.strictObject({
    workflowId: guideField,
    currentStep: stepField('Id of the current step.').optional(),
    completedSteps: completedField.optional(),
    token: z
      .string()
      .min(1)
      .max(10_000)
      .optional()
      .describe('“token” of the previous answer: represents the steps completed until then.'),
    context: contextField.optional(),
  }),
  spellings: { ...guideSpellings, current_step: 'currentStep', completed_steps: 'completedSteps' },
  output: object({
    step: anything('The next step: id, title, prompt, agentRole, guidance …; null if all are done.'),
    guidance: object({
      prompt: text('What to read and do.'),
      modelHint: text('What kind of model suits the step.'),
      requiresConfirmation: flag('Whether a person must approve the output.'),
      validationCriteria: list(text(), 'Criteria for the output.'),
    }),
    isComplete: flag(),
    foreword: object({
      preconditions: list(text(), 'What must be true before it begins.'),
      clarificationPrompts: list(text(), 'What to ask the user first.'),
      metaGuidance: list(text(), 'Rules for all of its steps.'),
    }),
    decides: text('Variable of “context” that ends the loop around the step if it is "stop".'),
    loops: list(record(), 'The loops around the step: id, iteration, total, leftOut, index, item.'),
    unset: list(text(), 'Variables that its texts use and “context” does not have.'),
    beside: list(record(), 'Other steps that can be done at the same time, each with its guidance.'),
    skipped: list(entry({ id: text(), title: text(), reason: text(), iteration: whole() }, ['iteration'])),
    unknown: list(text(), 'Completed ids that are not steps of this guide.'),
    early: list(text(), 'Steps completed before they were due.'),
    warnings: list(text()),
    progress: object({ done: whole(), total: whole() }),
    token: text('Your position: send it back instead of completedSteps.'),
    left_out: record('By field: what was too big for this answer.'),
    next: text(),
  }),
  aliases: ['workflow.next', 'workflow/next'],
  fields: { workflow: 'workflowId' },
  // The operation's own type guarantees the shape.
  present: (position) => presentPosition(position as unknown as GuidePosition),
  bulky: ['beside', 'skipped', 'loops'],
  rest: 'Call it with a shorter “context”, or for one step at a time.',
};

function presentPosition(position: GuidePosition): Values {
  const { step, guidance, isComplete, skipped, warnings, progress, token } = position;
  const { loops, unset, beside, unknown, early, foreword, decides } = position;
  const lists = Object.entries({ loops, unset, beside, unknown, early }).filter(([, all]) => all.length > 0);
  return {
    step,
    guidance,
    isComplete,
    ...(foreword === undefined ? {} : { foreword }),
    ...(decides === undefined ? {} : { decides }),
    ...(Object.fromEntries(lists) as Values),
    skipped,
    warnings,
    progress,
    ...(token === '' ? {} : { token }),
    next: nextOf(position),
  };
}

/** Models follow this literally, so it skips nothing. */
function nextOf({ step, guidance, foreword, decides, token }: GuidePosition): string {
  if (step === null) return 'The guide is complete.';
  const list =
    token === ''
      ? `all completed ids with "${step.id}" in completedSteps`
      : `this token, completedSteps ["${step.id}"]`;
  const told = [
    ...(foreword === undefined ? [] : [readForeword(foreword)]),
    'Do the step.',
    ...(guidance.validationCriteria.length === 0
      ? []
      : [`Validate its output with workflow_validate (stepId "${step.id}"), until it is valid.`]),
    ...(guidance.requiresConfirmation ? ['Ask the user to approve it; continue only when they do.'] : []),
    `Then call workflow_next with ${list} and the same “context”, with what you have learned.`,
    ...(decides === undefined ? [] : [`To end the loop, set ${JSON.stringify(decides)} to "stop" in it.`]),
  ];
  return told.join(' ');
}
