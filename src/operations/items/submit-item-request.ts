/**
 * Submits a request on a work item if the caller may make it. The right can depend on what others did in the run: if
 * the run has changed in between, it is checked again, so that no request slips through [Y6.2]. A request that was
 * done under a key is reported again, even if the caller has lost the right through later work [F2.1].
 */
import type { EngineAnswer, RunRequest, WorkItem } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import { findReceipt } from '../contract/repeatable.ts';
import { requestHead } from '../contract/request-head.ts';
import type { Services } from '../contract/services.ts';
import { type getAnswerable, getRow } from './find-item.ts';
import { createItemRights, type ItemRights } from './read-model/item-rights.ts';

export interface ItemRequest {
  readonly item: string;
  readonly checkoutToken?: string | undefined;
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
    const head = { ...requestHead(principal, operation, request, item.id), ...tokenOf(request) };
    const answer =
      repeatedItem === undefined
        ? await submit({ ...head, ...(await rights.asOf(item)) }, item, rights)
        : await submit({ ...head, asOf: replayOnly }, item, { ...rights, isForOthers: async () => false });
    if (answer.kind !== 'moved-on' || tries === maxTries) return { item, rights, answer };
  }
}

const tokenOf = ({ checkoutToken: token }: ItemRequest): Pick<RunRequest, 'token'> =>
  token === undefined ? {} : { token };

/** A request with this is not performed, only reported again if it was done before. */
const replayOnly = -1;

/** The item of a request that was done, if the right to it depends on later events. */
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
