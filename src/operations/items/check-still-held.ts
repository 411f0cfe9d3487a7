/**
 * Checks a repeated request that took an item: it succeeds again only while that very hold lasts [F2.3]. The lease may
 * have ended since, and another principal, or another worker of the same account, may hold the item.
 */
import type { RunEvent } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { notHeld } from '../contract/engine-errors.ts';
import type { Principal } from '../contract/principal.ts';
import { findReceipt, type Keyed } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';
import { getRow } from './find-item.ts';
import type { MovedItem } from './moved-item.ts';

interface HoldRequest {
  readonly operation: string;
  readonly input: Keyed;
  readonly moved: MovedItem;
}

export async function checkStillHeld(
  services: Services,
  principal: Principal,
  { operation, input, moved }: HoldRequest,
): Promise<MovedItem> {
  if (!moved.repeated) return moved;
  const row = await getRow(services, { principal }, moved.item.item);
  const receipt = await findReceipt(services, principal, operation, input);
  const isTheirs = row.state === 'held' && row.holder === principal.subject;
  if (isTheirs && receipt !== undefined && !(await hasMovedSince(services, row, receipt.seq))) return moved;
  throw notHeld(row, { by: principal.subject, isKeyed: true });
}

const pageSize = 500;

/** Whether it was taken, released or delegated after that event of its run. */
async function hasMovedSince({ store }: Services, item: WorkItem, seq: number): Promise<boolean> {
  for (let after = seq; ; ) {
    const entries = await store.journals.read(item.tenant, item.run, after, pageSize);
    if (entries.some(({ event }) => isMove(event, item.instance))) return true;
    after = entries.at(-1)?.seq ?? after;
    if (entries.length < pageSize) return false;
  }
}

const isMove = (event: RunEvent, instance: number): boolean =>
  moves.has(event.kind) && 'instance' in event && event.instance === instance;

const moves: ReadonlySet<RunEvent['kind']> = new Set([
  'itemHeld',
  'itemReleased',
  'itemRolledBack',
  'itemDelegated',
]);
