/** A work item as callers see it: what is asked, what answer fits, and who has it. */
import type { Json } from '../../kernel/index.ts';
import type { ItemState, WorkItem } from '../../runtime/index.ts';
import { payloadsOf } from '../contract/payloads-of.ts';
import type { Services } from '../contract/services.ts';
import { type ExpectedField, expectedFields } from '../expected-fields.ts';
import { isoTime } from '../runs/run-summary.ts';
import { answerSchema } from './answer-schema.ts';
import { messageOf } from './message-of.ts';

export interface ItemView {
  readonly item: string;
  readonly run: string;
  readonly workflow: string;
  readonly task: string;
  /** Position in the list that the task goes over; -1 elsewhere. */
  readonly index: number;
  readonly reason: WorkItem['reason'];
  readonly message: string;
  readonly input: Json;
  readonly expects: readonly ExpectedField[];
  /** JSON Schema of the answer. */
  readonly answerSchema: Json;
  readonly state: ItemState;
  readonly paused: boolean;
  /** Empty where nobody holds it. */
  readonly holder: string;
  /** Null where it is held without end, or not held. */
  readonly leaseUntil: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What is asked, and what answer fits. */
export type AskedQuestion = Pick<ItemView, 'message' | 'expects' | 'answerSchema'>;

/** @param item made by the language; @param input the whole value */
export function questionOf(reason: WorkItem['reason'], task: string, item: Json, input: Json): AskedQuestion {
  const expects = reason === 'work' ? expectedFields(item) : [];
  return { message: messageOf(reason, task, input), expects, answerSchema: answerSchema(reason, expects) };
}

export async function viewItem({ store }: Services, row: WorkItem): Promise<ItemView> {
  const { tenant, id, run, workflow, task, index, reason, state, paused, holder, lease } = row;
  const input = await payloadsOf(store).unstow(tenant, row.input);
  return {
    item: id,
    run,
    workflow,
    task,
    index,
    reason,
    ...questionOf(reason, task, row.item, input),
    input,
    state,
    paused,
    holder,
    leaseUntil: lease === null ? null : isoTime(lease),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}
