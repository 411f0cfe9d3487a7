/** Until when a subscription is in force: no longer than the key of whoever has it. */
import type { Subscription } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { keyNameOf } from '../keys/key-view.ts';

/** @param life milliseconds that are wished for, from now on */
export async function endOfLife(
  { store, clock }: Services,
  { tenant, subject }: Pick<Subscription, 'tenant' | 'subject'>,
  life: number,
): Promise<number> {
  const end = clock.now() + life;
  const name = keyNameOf(subject);
  // Of those with its name the newest is the one that is in force.
  const key = name === undefined ? undefined : await store.apiKeys.findNamed(tenant, name);
  return Math.min(end, key?.expiresAt ?? end);
}
