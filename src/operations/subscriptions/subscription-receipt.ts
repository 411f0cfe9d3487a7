/** Stores the receipt of a request on a subscription under its key: the outcome is the id. */
import type { Receipt, Subscription } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import { type Keyed, repeatableOf } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';

/** One, or none without a key. */
export function subscriptionReceipts(
  { webhooks, clock }: Services,
  { tenant, subject }: Principal,
  operation: string,
  input: Keyed,
  { id, run }: Pick<Subscription, 'id' | 'run'>,
): readonly Receipt[] {
  const { repeatable } = repeatableOf(operation, input);
  if (repeatable === undefined || webhooks === undefined) return [];
  const at = clock.now();
  const expiresAt = at + webhooks.receiptLife;
  return [{ tenant, subject, ...repeatable, run, seq: 0, outcome: id, at, expiresAt }];
}
