/** A subscription that a principal may see: their own, or with the right to look after webhooks any of their tenant. */
import type { Subscription } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';

/** Throws where there is none: what is somebody else’s is not there. */
export async function getSubscription(
  { store }: Services,
  principal: Principal,
  id: string,
): Promise<Subscription> {
  const subscription = await store.subscriptions.find(principal.tenant, id);
  if (subscription === undefined || !mayManage(principal, subscription)) throw subscriptionNotFound(id);
  return subscription;
}

export const mayManage = ({ subject, scopes }: Principal, of: Pick<Subscription, 'subject'>): boolean =>
  of.subject === subject || scopes.has('webhooks:manage');

export function subscriptionNotFound(id: string): OperationError {
  return new OperationError({
    code: 'subscription_not_found',
    message: `There is no subscription “${id}”: it has ended, was removed, or is somebody else’s.`,
    context: { subscription: id },
  });
}
