/** Shows a work item to callers: its question, the expected answer, and its holder. */
import { z } from 'zod';
import type { Json } from '../../../kernel/index.ts';
import {
  described,
  flag,
  integer,
  json,
  listOf,
  namedObject,
  orNull,
  text,
  timestamp,
} from '../../../languages/output-fields.ts';
import type { WorkItem } from '../../../runtime/index.ts';
import { isoTime } from '../../contract/iso-time.ts';
import { cachedPayloads } from '../../contract/payloads-of.ts';
import type { Services } from '../../contract/services.ts';
import { type ExpectedField, expectedFields, shownFields } from '../../data/expected-fields.ts';
import { itemFieldsOfLanguages, viewsOfItem } from '../../language-lists/language-apis.ts';
import { answerSchema } from './answer-schema.ts';
import { hasInstances } from './instances-of-item.ts';
import type { OfferedItem } from './item-eligibility.ts';
import { hasPrivileges } from './item-privileges.ts';
import type { ItemRights } from './item-rights.ts';
import { itemWho } from './item-who.ts';
import { messageOf } from './message-of.ts';

export const itemReason = described(
  z.enum(['work', 'doubt', 'approval']),
  'work: asked by a workflow; doubt: the outcome of a call is unknown; approval: of a fork or an import.',
);

const expectedField: z.ZodType<Omit<ExpectedField, 'shape'>> = namedObject(
  'ExpectedField',
  'One field of an answer.',
  {
    name: text(),
    type: text('As the author wrote it: str, int, date.'),
    required: flag(),
    description: z.exactOptional(text()),
    default: z.exactOptional(json('Its value if the answer leaves it out.')),
  },
);

/** The question, the expected answer, and who may give it. */
export const questionFields = {
  message: text('The question as text.'),
  expects: listOf(expectedField, 'The fields of the answer; empty if any answer is accepted.'),
  answerSchema: json('JSON Schema of the answer.'),
  who: orNull(itemWho, 'For whom it is; null if anyone may answer it.'),
  mayAnswer: flag('You may answer it while it is open.'),
  personMayAnswer: flag(
    'A person with your subject and roles may answer it; with the scope “elicit:person” also in a form of your client.',
  ),
};

const shownPrivileges = ['skip', 'suspend', 'delegate'] as const;

export const itemView = namedObject(
  'ItemView',
  'A work item: its question, the expected answer, and its holder.',
  {
    item: text('Id of the work item.'),
    run: text('Id of its run.'),
    workflow: text('Id of the workflow of its run.'),
    task: text('Name of the task that asks.'),
    index: integer('Position in the list that the task iterates over, otherwise -1.'),
    reason: itemReason,
    ...questionFields,
    input: json('The input of the question.'),
    privileges: z.exactOptional(
      listOf(z.enum(shownPrivileges), 'What else you may do with it, if its task declares privileges.'),
    ),
    inputXml: z.exactOptional(text('The same as XML, if requested.')),
    state: z.enum(['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn']),
    paused: flag('It is suspended: it accepts no answer until it is resumed.'),
    holder: text('Subject of the holder; empty if it is not held.'),
    leaseUntil: orNull(timestamp(), 'Null if it is held without end, or not held.'),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    ...itemFieldsOfLanguages.runs,
  },
);

export type ItemView = z.infer<typeof itemView>;

type AskedQuestion = Pick<ItemView, keyof typeof questionFields>;

/** @param input the whole value */
export async function questionOf(
  rights: ItemRights,
  asked: OfferedItem & Pick<WorkItem, 'task'>,
  input: Json,
): Promise<AskedQuestion> {
  const { reason, item } = asked;
  const expects = reason === 'work' ? expectedFields(item) : [];
  return {
    message: messageOf(asked, input),
    expects: shownFields(expects),
    answerSchema: answerSchema(reason, expects, item, input),
    who: await rights.whoOf(asked),
    mayAnswer: (await rights.barrierTo(asked)) === null,
    personMayAnswer: (await rights.barrierTo(asked, 'person')) === null,
  };
}

async function privilegesIn(rights: ItemRights, row: WorkItem): Promise<ItemView['privileges'] & object> {
  const given = await Promise.all(shownPrivileges.map((privilege) => rights.barrierToAction(row, privilege)));
  return shownPrivileges.filter((_, at) => given[at] === null);
}

/** @param rights of the caller; this function does not check whether the caller may see the item */
export async function viewItem(services: Services, row: WorkItem, rights: ItemRights): Promise<ItemView> {
  const { store } = services;
  const { tenant, id, run, workflow, task, index, reason, state, paused, holder, lease } = row;
  const input = await cachedPayloads(store).resolvePayload(tenant, row.input);
  return {
    item: id,
    run,
    workflow,
    task,
    index,
    reason,
    ...(await questionOf(rights, row, input)),
    input,
    state,
    paused,
    holder,
    leaseUntil: lease === null ? null : isoTime(lease),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    ...(hasPrivileges(row) ? { privileges: await privilegesIn(rights, row) } : {}),
    ...(await viewsOfItem(row)?.view({
      ...row,
      input,
      hasInstances: (which) => hasInstances(services, row, which),
    })),
  };
}
