/** Describes a guide before it is followed. */
import type { z } from 'zod';
import type { Program } from '../../kernel/index.ts';
import { type Guide, nextStep, type Workflow } from '../../languages/index.ts';
import { integer, listOf, namedObject, orNull, text } from '../contract/output-fields.ts';
import { stepSchema, stepViewOf } from './guide-fields.ts';
import { machineOf } from './guide-machines.ts';

const introFields = {
  preconditions: listOf(text(), 'Conditions that must be true before it starts.'),
  clarificationPrompts: listOf(text(), 'What to ask first.'),
  metaGuidance: listOf(text(), 'Rules for all of its steps.'),
};

export const foreword = namedObject('GuideForeword', 'Read this before the first step.', introFields);

const outline = {
  ...introFields,
  about: text('Long description; empty if its author wrote none.'),
  examples: listOf(text(), 'Examples of use.'),
  totalSteps: integer('Steps as its author lists them: a loop counts as one.'),
};

export const guideOutline = namedObject('GuideOutline', 'Description of a guide.', outline);

export const guideDetails = namedObject('GuideDetails', 'Description of a guide, with its first step.', {
  ...outline,
  firstStep: orNull(
    stepSchema,
    'The first step for an empty context; null if there is none, or it depends on the context.',
  ),
});

type GuideOutline = z.infer<typeof guideOutline>;

/** Empty if the author wrote nothing. */
export function forewordOf({ preconditions, clarificationPrompts, metaGuidance }: Guide): {
  readonly foreword?: z.infer<typeof foreword>;
} {
  const introduction = { preconditions, clarificationPrompts, metaGuidance };
  return Object.values(introduction).every((list) => list.length === 0) ? {} : { foreword: introduction };
}

/** `undefined` if the workflow is not a guide. */
export function outlineOfGuide({ guide }: Workflow): GuideOutline | undefined {
  if (guide === undefined) return undefined;
  const { preconditions, clarificationPrompts, metaGuidance, about, examples, steps } = guide;
  return { preconditions, clarificationPrompts, metaGuidance, about, examples, totalSteps: steps.length };
}

/** @param at milliseconds since 1970 */
export function detailsOfGuide(workflow: Workflow, at: number): z.infer<typeof guideDetails> | undefined {
  const summary = outlineOfGuide(workflow);
  return summary === undefined ? undefined : { ...summary, firstStep: firstStepOf(workflow, at) };
}

type FirstStep = z.infer<typeof stepSchema> | null;

/** Follows from the program alone; cached because a guide may skip many steps before it. */
const firstSteps = new WeakMap<Program, FirstStep>();

function firstStepOf({ guide, program }: Workflow, at: number): FirstStep {
  if (guide === undefined || program === null) return null;
  const known = firstSteps.get(program);
  if (known !== undefined) return known;
  const next = nextStep(machineOf(guide, program), { completed: [], context: {}, at });
  const first = next.kind === 'step' ? stepViewOf(next.shown) : null;
  firstSteps.set(program, first);
  return first;
}
