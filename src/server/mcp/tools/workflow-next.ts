import { z } from 'zod';
import type { GuidePosition } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { anything, entry, flag, list, object, record, text, whole } from '../present/answer-schema.ts';
import { readForeword } from '../present/read-foreword.ts';
import { completedField, contextField, guideField, guideSpellings, stepField } from './guide-tool-fields.ts';
import { performRenamed } from './perform-renamed.ts';
import { readOnlyHints } from './tool-fields.ts';

export const workflowNext = defineTool({
  name: 'workflow_next',
  title: 'Get the next step of a guide',
  toolset: 'guides',
  isUsual: false,
  usualWithGuides: true,
  description: `Leads you through a guide: tells the next step, with all that is to be read for it (guidance.prompt).

Use it when you follow a guide (language “guide” in workflow_list) yourself, without a run that keeps where you are.
1. Begin with completedSteps [] and what you know in “context”: conditions, loops and texts look at its variables. “foreword” of that answer is to be read first, and to be kept to.
2. Do what guidance.prompt says. Hold the output against the criteria with workflow_validate. Where requiresConfirmation is true, ask the user whether it is good before you go on.
3. Call again with “token” of the answer before and completedSteps [id of the step]; or with all completed ids. Each pass of a loop adds its steps again: the n-th completion belongs to the n-th pass. Put new facts into “context”, and always send all of it.
4. isComplete true: the guide is done.
“skipped” tells what was passed over and why, “warnings” what was odd, “beside” what can be done at the same time. To have everything kept and checked by the server, start the guide with workflow_run instead.`,
  operations: ['guides.next'],
  hints: readOnlyHints,
  input: z.strictObject({
    workflowId: guideField,
    currentStep: stepField('Id of the step that you are at.').optional(),
    completedSteps: completedField.optional(),
    token: z
      .string()
      .min(1)
      .max(10_000)
      .optional()
      .describe('“token” of the answer before: stands for what was completed until then.'),
    context: contextField.optional(),
  }),
  spellings: { ...guideSpellings, current_step: 'currentStep', completed_steps: 'completedSteps' },
  output: object({
    step: anything('The next step: id, title, prompt, agentRole, guidance …; null where all is done.'),
    guidance: object({
      prompt: text('What to read and do.'),
      modelHint: text('What kind of model does it well.'),
      requiresConfirmation: flag('Whether a person has to agree to what was done.'),
      validationCriteria: list(text(), 'What the output has to be.'),
    }),
    isComplete: flag(),
    foreword: object({
      preconditions: list(text(), 'What has to be so before it begins.'),
      clarificationPrompts: list(text(), 'What to ask the user first.'),
      metaGuidance: list(text(), 'What holds for all of its steps.'),
    }),
    decides: text('Variable of “context” that ends the loop around the step where it is "stop".'),
    loops: list(record(), 'The loops around the step: id, iteration, total, leftOut, index, item.'),
    unset: list(text(), 'Variables that its texts ask for and “context” does not have.'),
    beside: list(record(), 'Other steps that can be done at the same time, each with its guidance.'),
    skipped: list(entry({ id: text(), title: text(), reason: text(), iteration: whole() }, ['iteration'])),
    unknown: list(text(), 'Completed, but no steps of this guide.'),
    early: list(text(), 'Completed before they are due.'),
    warnings: list(text()),
    progress: object({ done: whole(), total: whole() }),
    token: text('The place where you are: send it back in place of completedSteps.'),
    left_out: record('By field: what was too big for this answer.'),
    next: text(),
  }),
  aliases: ['workflow.next', 'workflow/next'],
  async perform({ workflowId: workflow, ...asked }, call) {
    const position = await performRenamed<GuidePosition>(
      call,
      'guides.next',
      { workflow, ...asked },
      { workflow: 'workflowId' },
    );
    return {
      kind: 'answer',
      value: presentPosition(position),
      bulky: ['beside', 'skipped', 'loops'],
      rest: 'Ask with a shorter “context”, or for one step at a time.',
    };
  },
});

function presentPosition(position: GuidePosition): JsonObject {
  const { step, guidance, isComplete, skipped, warnings, progress, token } = position;
  const { loops, unset, beside, unknown, early, foreword, decides } = position;
  const lists = Object.entries({ loops, unset, beside, unknown, early }).filter(([, all]) => all.length > 0);
  return {
    step,
    guidance,
    isComplete,
    ...(foreword === undefined ? {} : { foreword }),
    ...(decides === undefined ? {} : { decides }),
    ...(Object.fromEntries(lists) as JsonObject),
    skipped,
    warnings,
    progress,
    ...(token === '' ? {} : { token }),
    next: nextOf(position),
  };
}

/** Models follow it to the letter, so it leads past nothing. */
function nextOf({ step, guidance, foreword, decides, token }: GuidePosition): string {
  if (step === null) return 'Nothing is left to do.';
  const list =
    token === ''
      ? `all completed ids with "${step.id}" in completedSteps`
      : `this token, completedSteps ["${step.id}"]`;
  const told = [
    ...(foreword === undefined ? [] : [readForeword(foreword)]),
    'Do the step.',
    ...(guidance.validationCriteria.length === 0
      ? []
      : [`Check its output with workflow_validate (stepId "${step.id}"), until it is valid.`]),
    ...(guidance.requiresConfirmation ? ['Ask the user to agree to it; go on only when they do.'] : []),
    `Then call workflow_next with ${list} and the same “context”, with what you have learned.`,
    ...(decides === undefined
      ? []
      : [`Where it is enough, set ${JSON.stringify(decides)} to "stop" in it: that ends the loop.`]),
  ];
  return told.join(' ');
}
