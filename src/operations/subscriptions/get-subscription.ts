/** Finds a subscription that a principal may see: its own, or any of the tenant with the right to manage webhooks. */
import type { Subscription } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';

/** Throws if it does not exist. One of another principal is reported as not found. */
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
    message: `The subscription “${id}” does not exist. It has ended, was removed, or belongs to another principal.`,
    context: { subscription: id },
  });
}
