/** Shows a subscription to callers: everything but its secret [F3.2]. */
import { z } from 'zod';
import { described, listOf, namedObject, orNull, text, timestamp } from '../../languages/output-fields.ts';
import { caseEvents, type Subscription } from '../../runtime/index.ts';
import { isoTime } from '../contract/iso-time.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { pollingUrl } from '../infrastructure/webhooks.ts';

export const subscriptionFields = {
  subscription: text('Id of the subscription.'),
  run: orNull(text(), 'The run; null if it covers every run of the workflow.'),
  workflow: text('Id of the workflow.'),
  events: listOf(z.enum(caseEvents), 'The subscribed events.'),
  url: text(
    'The address of deliveries. Only its owner sees more than the host: the rest may contain a key of the receiver.',
  ),
  state: described(z.enum(['in_force', 'expired']), 'Whether events are delivered now.'),
  signedWith: described(
    z.enum(['secret', 'house_key']),
    'Deliveries are signed with the secret of the subscription, or with the signing key of the server.',
  ),
  subject: text('Its owner.'),
  createdAt: timestamp(),
  expiresAt: timestamp('Events after this time are not delivered.'),
  pollingFallback: orNull(
    text(),
    'Where to poll the run instead; null if it covers every run of the workflow.',
  ),
};

export const subscriptionView = namedObject(
  'SubscriptionView',
  'A subscription to events of a run, or of every run of a workflow.',
  subscriptionFields,
);

export type SubscriptionView = z.infer<typeof subscriptionView>;

export function viewSubscription(
  { webhooks, clock }: Services,
  { subject: viewer }: Principal,
  subscription: Subscription,
): SubscriptionView {
  const { id, run, workflow, events, url, secret, subject, createdAt, expiresAt } = subscription;
  return {
    subscription: id,
    run: run === '' ? null : run,
    workflow,
    events,
    url: viewer === subject ? url : `${new URL(url).origin}/…`,
    state: clock.now() < expiresAt ? 'in_force' : 'expired',
    signedWith: secret === '' ? 'house_key' : 'secret',
    subject,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    pollingFallback: run === '' ? null : pollingUrl(webhooks ?? { base: '' }, run),
  };
}
