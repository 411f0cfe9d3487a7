/**
 * Gives an order about a work item to whoever may give it. Who may can depend on what others did in the run: where something
 * has happened there meanwhile, it is looked at once more, so that nobody slips through [Y6.2]; and what was done under a
 * key is told again to whoever may no longer do it because of what they did since [F2.1].
 */
import type { EngineAnswer, OrderHead, WorkItem } from '../../runtime/index.ts';
import { orderHead } from '../contract/order-head.ts';
import type { Principal } from '../contract/principal.ts';
import { findReceipt } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';
import { type getAnswerable, getRow } from './find-item.ts';
import { createItemRights, type ItemRights } from './item-rights.ts';

export interface ItemOrder {
  readonly item: string;
  readonly idempotencyKey?: string | undefined;
}

export type GiveOrder = (head: OrderHead, item: WorkItem, rights: ItemRights) => Promise<EngineAnswer>;

interface Giving {
  readonly operation: string;
  readonly order: ItemOrder;
  readonly give: GiveOrder;
  readonly find: typeof getAnswerable;
}

interface Given {
  readonly item: WorkItem;
  readonly rights: ItemRights;
  readonly answer: EngineAnswer;
}

const mostTries = 20;

export async function giveAsSeen(services: Services, principal: Principal, giving: Giving): Promise<Given> {
  const { operation, order, give, find } = giving;
  for (let tries = 1; ; tries++) {
    const rights = createItemRights(services, principal);
    const again = await findAgain(services, rights, giving);
    const item = again ?? (await find(services, rights, order.item));
    const head = orderHead(principal, operation, order, item.id);
    const answer =
      again === undefined
        ? await give({ ...head, ...(await rights.asOf(item)) }, item, rights)
        : await give({ ...head, asOf: neverSeen }, item, { ...rights, isForOthers: async () => false });
    if (answer.kind !== 'moved-on' || tries === mostTries) return { item, rights, answer };
  }
}

/** With this an order is not done, whoever gives it: only told again, where it was done before. */
const neverSeen = -1;

/** The item of an order that was done, where the right to it depends on what happened since. */
async function findAgain(
  services: Services,
  rights: ItemRights,
  { operation, order }: Giving,
): Promise<WorkItem | undefined> {
  if (order.idempotencyKey === undefined) return undefined;
  const item = await getRow(services, rights, order.item);
  if ((await rights.asOf(item)).asOf === undefined) return undefined;
  const receipt = await findReceipt(services, rights.principal, operation, order);
  return receipt?.run === item.run ? item : undefined;
}
