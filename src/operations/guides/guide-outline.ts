/** What a guide says of itself before anybody follows it. */
import type { z } from 'zod';
import type { Program } from '../../kernel/index.ts';
import { type Guide, nextStep, type Workflow } from '../../languages/index.ts';
import { integer, listOf, namedObject, orNull, text } from '../contract/output-fields.ts';
import { stepSchema, stepViewOf } from './guide-fields.ts';
import { machineOf } from './guide-machines.ts';

const introFields = {
  preconditions: listOf(text(), 'What has to be so before it begins.'),
  clarificationPrompts: listOf(text(), 'What to ask first.'),
  metaGuidance: listOf(text(), 'What holds for all of its steps.'),
};

export const foreword = namedObject('GuideForeword', 'To be read before the first step.', introFields);

const outline = {
  ...introFields,
  about: text('At length; empty where its author does not say.'),
  examples: listOf(text(), 'What it could be used for.'),
  totalSteps: integer('As its author lists them: a loop is one.'),
};

export const guideOutline = namedObject('GuideOutline', 'What a guide says of itself.', outline);

export const guideDetails = namedObject('GuideDetails', 'The same, with where it begins.', {
  ...outline,
  firstStep: orNull(
    stepSchema,
    'The first step as long as nothing is known; null where there is none, or that depends on the context.',
  ),
});

type GuideOutline = z.infer<typeof guideOutline>;

/** Nothing where its author says nothing. */
export function forewordOf({ preconditions, clarificationPrompts, metaGuidance }: Guide): {
  readonly foreword?: z.infer<typeof foreword>;
} {
  const introduction = { preconditions, clarificationPrompts, metaGuidance };
  return Object.values(introduction).every((list) => list.length === 0) ? {} : { foreword: introduction };
}

/** Undefined where it is no guide. */
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

/** It follows from the program alone, and a guide may pass over much before it. */
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
