/**
 * Whoever sends an order again that gave them an item is told that they hold it only as long as they do [F2.3]: their
 * lease may have ended since, and somebody else may be at work.
 */
import { notHeld } from '../contract/engine-errors.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getRow } from './find-item.ts';
import type { MovedItem } from './moved-item.ts';

export async function stillHeld(
  services: Services,
  principal: Principal,
  moved: MovedItem,
): Promise<MovedItem> {
  const { item, repeated } = moved;
  if (!repeated || (item.state === 'held' && item.holder === principal.subject)) return moved;
  throw notHeld(await getRow(services, { principal }, item.item));
}
