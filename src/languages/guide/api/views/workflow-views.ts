/** Describes a guide before it is followed, with its first step. */
import type { z } from 'zod';
import type { Program } from '../../../../kernel/index.ts';
import type { WorkflowViews } from '../../../language-api.ts';
import { integer, listOf, namedObject, orNull, text } from '../../../output-fields.ts';
import type { Workflow } from '../../../workflow.ts';
import { machineOf } from '../../follow/guide-machine.ts';
import { guideOf } from '../../follow/guide-texts.ts';
import { nextStep } from '../../follow/next-step.ts';
import type { GuideOutline } from '../../workflow-facet.ts';
import { introFields, stepSchema, stepViewOf } from './guide-fields.ts';

const outline = {
  ...introFields,
  about: text('Long description; empty if its author wrote none.'),
  examples: listOf(text(), 'Examples of use.'),
  totalSteps: integer('Steps as its author lists them: a loop counts as one.'),
};

const guideOutline = namedObject('GuideOutline', 'Description of a guide.', outline);

const guideDetails = namedObject('GuideDetails', 'Description of a guide, with its first step.', {
  ...outline,
  firstStep: orNull(
    stepSchema,
    'The first step for an empty context; null if there is none, or it depends on the context.',
  ),
});

export const workflowViews: WorkflowViews = {
  outlineFields: { guide: guideOutline },
  outline(workflow) {
    const guide = outlineOf(workflow);
    return guide === null ? {} : { guide: { ...guide } };
  },
  detailFields: { guide: guideDetails },
  details(workflow, at) {
    const guide = outlineOf(workflow);
    return guide === null ? {} : { guide: { ...guide, firstStep: firstStepOf(workflow, at) } };
  },
};

function outlineOf(workflow: Workflow): GuideOutline | null {
  const guide = guideOf(workflow);
  if (guide === null) return null;
  const { preconditions, clarificationPrompts, metaGuidance, about, examples, steps } = guide;
  return { preconditions, clarificationPrompts, metaGuidance, about, examples, totalSteps: steps.length };
}

type FirstStep = z.infer<typeof guideDetails>['firstStep'];

/** Follows from the program alone; cached because a guide may skip many steps before it. */
const firstSteps = new WeakMap<Program, FirstStep>();

function firstStepOf(workflow: Workflow, at: number): FirstStep {
  const guide = guideOf(workflow);
  const { program } = workflow;
  if (guide === null || program === null) return null;
  const known = firstSteps.get(program);
  if (known !== undefined) return known;
  const next = nextStep(machineOf(guide, program), { completed: [], context: {}, at });
  const first = next.kind === 'step' ? stepViewOf(next.shown) : null;
  firstSteps.set(program, first);
  return first;
}
