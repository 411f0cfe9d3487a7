/** What work items of guides show of their step. */
import { z } from 'zod';
import type { Json } from '../../../../kernel/index.ts';
import type { ItemViews } from '../../../language-api.ts';
import { flag, integer, json, listOf, namedObject, text } from '../../../output-fields.ts';
import { stepItemOf, titleShown } from '../../items/step-item.ts';
import { readCriteria } from '../../validation/read-criteria.ts';

export const loopOfStep = namedObject('LoopOfStep', 'Position in a loop around the step.', {
  id: text(),
  iteration: integer('From 1.'),
  total: z.exactOptional(integer('Number of passes; only for a loop over a list or a number of times.')),
  leftOut: z.exactOptional(
    integer('Number of items or passes beyond the maximum of the loop, which are left out.'),
  ),
  index: z.exactOptional(integer('From 0.')),
  item: z.exactOptional(json('Item of the pass.')),
});

const stepOfGuide = namedObject('StepOfGuide', 'The step of a work item of a guide.', {
  kind: z
    .enum(['step', 'confirmation'])
    .describe(
      'step: do it and answer with its output; confirmation: a person says whether it was done correctly.',
    ),
  step: text('Id of the step.'),
  title: text(),
  modelHint: z.exactOptional(text('What kind of model suits the step.')),
  askForFiles: z.exactOptional(
    z.literal(true).describe('Whether to ask first for the files that it is about.'),
  ),
  requiresConfirmation: flag('A person must confirm the output before the guide continues.'),
  validationCriteria: listOf(text(), 'Requirements for the output, as texts.'),
  loops: listOf(loopOfStep, 'The loops around it, the outermost first.'),
  unset: listOf(text(), 'Names that its texts use and the context lacks.'),
});

/** What the item showed; not trusted, because the program may have been imported. */
const shown = z.looseObject({
  guidance: z
    .looseObject({
      modelHint: z.string().exactOptional().catch(''),
      requiresConfirmation: z.boolean().catch(false),
      validationCriteria: z.array(z.string()).catch([]),
    })
    .catch({ modelHint: '', requiresConfirmation: false, validationCriteria: [] }),
  step: z.looseObject({ askForFiles: z.boolean().catch(false) }).catch({ askForFiles: false }),
  loops: z.array(loopOfStep).catch([]),
  unset: z.array(z.string()).catch([]),
});

/** @param input the whole value */
function viewStep(asked: Json, input: Json): { readonly guide: z.infer<typeof stepOfGuide> } {
  const item = stepItemOf(asked);
  const {
    guidance,
    loops,
    unset,
    step: written,
  } = shown.parse(typeof input === 'object' && !Array.isArray(input) ? (input ?? {}) : {});
  const { modelHint = '', requiresConfirmation, validationCriteria } = guidance;
  const { kind, step } = item;
  return {
    guide: {
      kind,
      step,
      title: titleShown(item, input),
      ...(modelHint === '' ? {} : { modelHint }),
      ...(written.askForFiles ? { askForFiles: true } : {}),
      requiresConfirmation,
      validationCriteria,
      loops,
      unset,
    },
  };
}

const name = z.string().max(1_000);

const readable = z.looseObject({
  language: z.literal('guide'),
  kind: z.enum(['step', 'confirmation']),
  step: name,
  title: name,
  criteria: z.unknown().refine((criteria) => criteria === null || readCriteria(criteria).kind === 'rules'),
  contract: z
    .looseObject({ contractRef: z.literal('wr.contracts.loop_control'), loopId: name, required: z.boolean() })
    .nullable(),
  assessments: z.array(
    z.looseObject({
      id: name,
      purpose: z.string(),
      dimensions: z.array(
        z.looseObject({ id: name, purpose: z.string(), levels: z.array(name), required: z.boolean() }),
      ),
    }),
  ),
  consequences: z.array(
    z.looseObject({ anyEqualsLevel: name, forAssessment: name.nullable(), guidance: z.string() }),
  ),
});

export const itemViews: ItemViews = {
  fields: { guide: stepOfGuide },
  view: ({ item, input }) => viewStep(item, input),
  isReadable: (item) => readable.safeParse(item).success,
};
