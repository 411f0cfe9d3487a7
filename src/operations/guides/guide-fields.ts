/** What operations on guides take and give in several places, described once. */
import { z } from 'zod';
import type { ShownStep } from '../../languages/index.ts';
import { flag, integer, json, listOf, namedObject, text } from '../contract/output-fields.ts';
import { loopOfStep } from './step-item.ts';

export const contextField = z
  .record(z.string().max(200), z.json())
  .describe(
    'Variables that conditions, loops and texts of the guide look at, by name: 256 KB of JSON at most.',
  );

export const stepField = z.string().min(1).max(200);

const shown = {
  step: namedObject('GuideStep', 'A step as its author wrote it, with variables filled in.', {
    id: text(),
    title: text(),
    prompt: text(),
    agentRole: z.exactOptional(text('As whom to do it.')),
    guidance: z.exactOptional(listOf(text())),
    askForFiles: flag('Whether to ask for files first.'),
    requireConfirmation: flag('Whether a person has to agree to what was done.'),
    runCondition: z.exactOptional(json('When it is done, as its author wrote it.')),
  }),
  guidance: namedObject('GuideGuidance', 'How to do a step.', {
    prompt: text('All that is to be read: role, guidance, prompt, where it stands in its loops.'),
    modelHint: z.exactOptional(text('What kind of model does it well.')),
    requiresConfirmation: flag(),
    validationCriteria: listOf(text(), 'What the output has to be, in words.'),
  }),
  loops: listOf(loopOfStep, 'The loops around the step, the outermost first.'),
  unset: listOf(text(), 'Variables that its texts ask for and the context does not have.'),
};

export const shownStep = namedObject('GuideOpenStep', 'A step that can be done now.', shown);
export const { step: stepSchema, guidance: guidanceSchema, loops: loopsSchema, unset: unsetSchema } = shown;

export const skippedSchema = namedObject('GuideSkippedStep', 'A step that was passed over.', {
  id: text(),
  title: text(),
  reason: text('Why its condition does not hold.'),
  iteration: z.exactOptional(integer('Of the loop around it, from 1.')),
});

type OpenStep = z.infer<typeof shownStep>;

// A condition is JSON, as its author wrote it.
export const stepViewOf = ({ step }: ShownStep): OpenStep['step'] => step as OpenStep['step'];

export function openStepOf(shown: ShownStep): OpenStep {
  const { guidance, loops, unset } = shown;
  return { step: stepViewOf(shown), guidance, loops, unset };
}
