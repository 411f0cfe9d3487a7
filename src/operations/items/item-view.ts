/** A work item as callers see it: what is asked, what answer fits, and who has it. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
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
} from '../contract/output-fields.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import type { Services } from '../contract/services.ts';
import { type ExpectedField, expectedFields, shownFields } from '../expected-fields.ts';
import { stepOfGuide, viewStep } from '../guides/step-item.ts';
import { isoTime } from '../runs/run-summary.ts';
import { answerSchema } from './answer-schema.ts';
import { yawlStatusNow } from './instances-of-item.ts';
import type { OfferedItem } from './item-eligibility.ts';
import { hasPrivileges } from './item-privileges.ts';
import type { ItemRights } from './item-rights.ts';
import { itemWho } from './item-who.ts';
import { messageOf } from './message-of.ts';
import { isYawlItem, yawlIdField, yawlIdOf, yawlStatusField } from './yawl-item.ts';

export const itemReason = described(
  z.enum(['work', 'doubt', 'approval']),
  'work: asked by a workflow; doubt: what became of a call; approval: of a fork or an import.',
);

const expectedField: z.ZodType<Omit<ExpectedField, 'shape'>> = namedObject(
  'ExpectedField',
  'One value that an answer is made of.',
  {
    name: text(),
    type: text('As its author wrote it: str, int, date.'),
    required: flag(),
    description: z.exactOptional(text()),
    default: z.exactOptional(json('What it is where the answer says nothing.')),
  },
);

/** What is asked, what answer fits, and who may give it. */
export const questionFields = {
  message: text('What is asked, in words.'),
  expects: listOf(expectedField, 'What the answer is made of; empty where it may be anything.'),
  answerSchema: json('JSON Schema of the answer.'),
  who: orNull(itemWho, 'For whom it is; null where anybody may answer it.'),
  mayAnswer: flag('Whoever looks at it may answer it, as long as it is open.'),
  personMayAnswer: flag('They may where a client brings it to them as a form: a person answers that.'),
  guide: z.exactOptional(stepOfGuide),
};

const shownPrivileges = ['skip', 'suspend', 'delegate'] as const;

export const itemView = namedObject(
  'ItemView',
  'A work item: what is asked, what answer fits, and who has it.',
  {
    item: text('Id of the work item.'),
    run: text('Id of its run.'),
    workflow: text('Id of the workflow of its run.'),
    task: text('Name of the task that asks.'),
    index: integer('Position in the list that the task goes over; -1 elsewhere.'),
    reason: itemReason,
    ...questionFields,
    input: json('What the task was given to ask with.'),
    privileges: z.exactOptional(
      listOf(
        z.enum(shownPrivileges),
        'What whoever looks at it may do with it beside answering it, where its task says who may.',
      ),
    ),
    inputXml: z.exactOptional(text('The same as XML, where that was asked for.')),
    state: z.enum(['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn']),
    paused: flag('It is suspended: it takes nothing before it is resumed.'),
    holder: text('Subject of whoever holds it; empty where nobody does.'),
    leaseUntil: orNull(timestamp(), 'Null where it is held without end, or not held.'),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    yawlId: yawlIdField,
    yawlStatus: yawlStatusField,
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
    answerSchema: answerSchema(reason, expects, item),
    who: await rights.whoOf(asked),
    mayAnswer: (await rights.barrierTo(asked)) === null,
    personMayAnswer: (await rights.barrierTo(asked, 'person')) === null,
    ...viewStep(asked, input),
  };
}

async function privilegesIn(rights: ItemRights, row: WorkItem): Promise<ItemView['privileges'] & object> {
  const given = await Promise.all(shownPrivileges.map((privilege) => rights.barrierToAction(row, privilege)));
  return shownPrivileges.filter((_, at) => given[at] === null);
}

/** @param rights of whoever looks at it; whether they may is for them to say */
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
    ...(isYawlItem(row) ? { yawlId: yawlIdOf(row), yawlStatus: await yawlStatusNow(services, row) } : {}),
  };
}
