import { z } from 'zod';
import { anything, flag, list, object, record, text } from '../../../answer-schema.ts';
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
  description: `Returns the next step of a guide, with all to read for it (guidance.prompt). Nothing is stored; workflow_run stores and validates it instead.

1. Begin with completedSteps [] and what you know in “context”. Follow “foreword” throughout.
2. Do what guidance.prompt says; validate the output with workflow_validate. If requiresConfirmation, ask the user to approve it.
3. Call again with “token” of the answer and completedSteps [id of the step], or with all completed ids, a step of a loop once per pass. Send all of “context”, with new facts.
4. isComplete true: done.`,
  input: z.strictObject({
    workflowId: guideField,
    currentStep: stepField('Id of the current step.').optional(),
    completedSteps: completedField.optional(),
    token: z.string().min(1).max(10_000).optional().describe('Of the previous answer.'),
    context: contextField.optional(),
  }),
  spellings: { ...guideSpellings, current_step: 'currentStep', completed_steps: 'completedSteps' },
  output: object({
    step: anything,
    guidance: record,
    isComplete: flag,
    foreword: record,
    skipped: list(record),
    warnings: list(text),
    token: text,
    next: text,
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
