/** Work items of guides: steps, and confirmations by a person [U8.1, U8.3]. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { readCriteria, type StepItem } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { flag, integer, json, listOf, namedObject, text } from '../contract/output-fields.ts';
import { partOf } from '../items/item-part.ts';

type Asked = Pick<WorkItem, 'reason' | 'item'>;

/** Null if the item is not of a guide. Compiled here, or validated when it was imported. */
export const stepItemOf = ({ reason, item }: Asked): StepItem | null =>
  reason === 'work' ? writtenStep(item) : null;

/** The item's own data, whatever its current reason: an approval keeps that of the approved task. */
export const writtenStep = (item: Json): StepItem | null =>
  partOf(item, 'language') === 'guide' ? (item as unknown as StepItem) : null;

/** As it was shown: with variables filled in. @param input the whole value */
export function titleShown({ title }: StepItem, input: Json): string {
  const shown = partOf(partOf(input, 'step') ?? null, 'title');
  return typeof shown === 'string' ? shown : title;
}

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

export const stepOfGuide = namedObject('StepOfGuide', 'The step of a work item of a guide.', {
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

type StepOfGuide = z.infer<typeof stepOfGuide>;

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

/** Whether an imported item of a guide has readable criteria. */
export const hasReadableStep = (item: Json): boolean =>
  partOf(item, 'language') !== 'guide' || readable.safeParse(item).success;
