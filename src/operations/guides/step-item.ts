/** Work items of guides: steps that somebody does, and confirmations that a person gives [U8.1, U8.3]. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { readCriteria, type StepItem } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { flag, integer, json, listOf, namedObject, text } from '../contract/output-fields.ts';
import { partOf } from '../items/item-part.ts';

type Asked = Pick<WorkItem, 'reason' | 'item'>;

/** Null where it is not of a guide. What was compiled here, or checked when it was imported. */
export const stepItemOf = ({ reason, item }: Asked): StepItem | null =>
  reason === 'work' ? writtenStep(item) : null;

/** Whatever the item is there for now: that of an approval is what was approved once. */
export const writtenStep = (item: Json): StepItem | null =>
  partOf(item, 'language') === 'guide' ? (item as unknown as StepItem) : null;

/** As it was shown: with variables filled in. @param input the whole value */
export function titleShown({ title }: StepItem, input: Json): string {
  const shown = partOf(partOf(input, 'step') ?? null, 'title');
  return typeof shown === 'string' ? shown : title;
}

export const loopOfStep = namedObject('LoopOfStep', 'Where a step stands in a loop around it.', {
  id: text(),
  iteration: integer('From 1.'),
  total: z.exactOptional(integer('Of a loop over a list, or a number of times.')),
  leftOut: z.exactOptional(integer('How many the loop leaves out, since it has no more passes.')),
  index: z.exactOptional(integer('From 0.')),
  item: z.exactOptional(json('What the pass is about.')),
});

export const stepOfGuide = namedObject('StepOfGuide', 'What a work item of a guide says of its step.', {
  kind: z
    .enum(['step', 'confirmation'])
    .describe(
      'step: it is to be done, and answered with what was produced; confirmation: a person says whether it was done as it should be.',
    ),
  step: text('Id of the step.'),
  title: text(),
  modelHint: z.exactOptional(text('What kind of model does it well.')),
  askForFiles: z.exactOptional(z.literal(true).describe('Ask for the files that it is about first.')),
  requiresConfirmation: flag('A person has to agree with what was done before the guide goes on.'),
  validationCriteria: listOf(text(), 'What the output has to be, in words.'),
  loops: listOf(loopOfStep, 'The loops around it, the outermost first.'),
  unset: listOf(text(), 'Names that its texts ask for and the context does not have.'),
});

type StepOfGuide = z.infer<typeof stepOfGuide>;

/** What was shown with it: of a program that came from elsewhere it may be anything. */
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
export function viewStep(asked: Asked, input: Json): { readonly guide?: StepOfGuide } {
  const item = stepItemOf(asked);
  if (item === null) return {};
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

/** Whether an item of a guide that comes from outside says what it asks for in a way that can be read. */
export const hasReadableStep = (item: Json): boolean =>
  partOf(item, 'language') !== 'guide' || readable.safeParse(item).success;
