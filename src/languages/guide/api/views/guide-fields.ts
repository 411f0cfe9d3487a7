/** Fields that several guide operations take and return, described once. */
import { z } from 'zod';
import { flag, integer, json, listOf, namedObject, text } from '../../../output-fields.ts';
import type { ShownStep } from '../../model/shown-step.ts';
import { loopOfStep } from './item-views.ts';

export const contextField = z
  .record(z.string().max(200), z.json())
  .describe('Variables for the conditions, loops and texts of the guide, by name: at most 256 KB of JSON.');

export const stepField = z.string().min(1).max(200);

export const workflowField = z
  .string()
  .min(1)
  .max(300)
  .describe('Id of the workflow, as the list of workflows shows it.');

const shown = {
  step: namedObject('GuideStep', 'A step as its author wrote it, with variables filled in.', {
    id: text(),
    title: text(),
    prompt: text(),
    agentRole: z.exactOptional(text('Role in which to do the step.')),
    guidance: z.exactOptional(listOf(text())),
    askForFiles: flag('Whether to ask for files first.'),
    requireConfirmation: flag('Whether a person must approve the output.'),
    runCondition: z.exactOptional(json('Condition for running the step, as its author wrote it.')),
  }),
  guidance: namedObject('GuideGuidance', 'How to do a step.', {
    prompt: text('The complete text: role, guidance, prompt, loop context.'),
    modelHint: z.exactOptional(text('What kind of model suits the step.')),
    requiresConfirmation: flag(),
    validationCriteria: listOf(text(), 'Requirements for the output, as texts.'),
  }),
  loops: listOf(loopOfStep, 'The loops around the step, the outermost first.'),
  unset: listOf(text(), 'Variables that its texts use and the context lacks.'),
};

export const shownStep = namedObject('GuideOpenStep', 'A step that can be done now.', shown);
export const { step: stepSchema, guidance: guidanceSchema, loops: loopsSchema, unset: unsetSchema } = shown;

export const introFields = {
  preconditions: listOf(text(), 'Conditions that must be true before it starts.'),
  clarificationPrompts: listOf(text(), 'What to ask first.'),
  metaGuidance: listOf(text(), 'Rules for all of its steps.'),
};

export const foreword = namedObject('GuideForeword', 'Read this before the first step.', introFields);

export const skippedSchema = namedObject('GuideSkippedStep', 'A skipped step.', {
  id: text(),
  title: text(),
  reason: text('Why its condition does not hold.'),
  iteration: z.exactOptional(integer('Pass of the loop around it, from 1.')),
});

type OpenStep = z.infer<typeof shownStep>;

// A condition is JSON, as its author wrote it.
export const stepViewOf = ({ step }: ShownStep): OpenStep['step'] => step as OpenStep['step'];

export function openStepOf(shown: ShownStep): OpenStep {
  const { guidance, loops, unset } = shown;
  return { step: stepViewOf(shown), guidance, loops, unset };
}
