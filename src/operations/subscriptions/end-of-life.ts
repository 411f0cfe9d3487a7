/** Computes when a subscription expires: not later than the API key of its owner. */
import type { Subscription } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { keyNameOf } from '../keys/key-view.ts';

/** @param life requested milliseconds from now */
export async function endOfLife(
  { store, clock }: Services,
  { tenant, subject }: Pick<Subscription, 'tenant' | 'subject'>,
  life: number,
): Promise<number> {
  const end = clock.now() + life;
  const name = keyNameOf(subject);
  // Of several keys with its name, the newest is the valid one.
  const key = name === undefined ? undefined : await store.apiKeys.findNamed(tenant, name);
  return Math.min(end, key?.expiresAt ?? end);
}
