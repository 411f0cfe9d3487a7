/**
 * Gives an order about a work item to whoever may give it. Who may can depend on what others did in the run: where something
 * has happened there meanwhile, it is looked at once more, so that nobody slips through [Y6.2]; and what was done under a
 * key is told again to whoever may no longer do it because of what they did since [F2.1].
 */
import type { EngineAnswer, RunRequest, WorkItem } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import { findReceipt } from '../contract/repeatable.ts';
import { requestHead } from '../contract/request-head.ts';
import type { Services } from '../contract/services.ts';
import { type getAnswerable, getRow } from './find-item.ts';
import { createItemRights, type ItemRights } from './item-rights.ts';

export interface ItemRequest {
  readonly item: string;
  readonly idempotencyKey?: string | undefined;
}

export type ItemSubmitter = (head: RunRequest, item: WorkItem, rights: ItemRights) => Promise<EngineAnswer>;

interface Submission {
  readonly operation: string;
  readonly request: ItemRequest;
  readonly submit: ItemSubmitter;
  readonly find: typeof getAnswerable;
}

interface Submitted {
  readonly item: WorkItem;
  readonly rights: ItemRights;
  readonly answer: EngineAnswer;
}

const maxTries = 20;

export async function submitItemRequest(
  services: Services,
  principal: Principal,
  submission: Submission,
): Promise<Submitted> {
  const { operation, request, submit, find } = submission;
  for (let tries = 1; ; tries++) {
    const rights = createItemRights(services, principal);
    const repeatedItem = await findRepeatedItem(services, rights, submission);
    const item = repeatedItem ?? (await find(services, rights, request.item));
    const head = requestHead(principal, operation, request, item.id);
    const answer =
      repeatedItem === undefined
        ? await submit({ ...head, ...(await rights.asOf(item)) }, item, rights)
        : await submit({ ...head, asOf: replayOnly }, item, { ...rights, isForOthers: async () => false });
    if (answer.kind !== 'moved-on' || tries === maxTries) return { item, rights, answer };
  }
}

/** With this an order is not done, whoever gives it: only told again, where it was done before. */
const replayOnly = -1;

/** The item of an order that was done, where the right to it depends on what happened since. */
async function findRepeatedItem(
  services: Services,
  rights: ItemRights,
  { operation, request }: Submission,
): Promise<WorkItem | undefined> {
  if (request.idempotencyKey === undefined) return undefined;
  const item = await getRow(services, rights, request.item);
  if ((await rights.asOf(item)).asOf === undefined) return undefined;
  const receipt = await findReceipt(services, rights.principal, operation, request);
  return receipt?.run === item.run ? item : undefined;
}
