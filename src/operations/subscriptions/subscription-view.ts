/** A subscription as callers see it: everything but its secret [F3.2]. */
import { z } from 'zod';
import { caseEvents, type Subscription } from '../../runtime/index.ts';
import { described, listOf, namedObject, orNull, text, timestamp } from '../contract/output-fields.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { isoTime } from '../runs/run-summary.ts';
import { pollingUrl } from '../webhooks/webhooks.ts';

export const subscriptionFields = {
  subscription: text('Id of the subscription.'),
  run: orNull(text(), 'The run that it is about; null where it is about every run of the workflow.'),
  workflow: text('Id of the workflow.'),
  events: listOf(z.enum(caseEvents), 'What is told.'),
  url: text('Where to. Others than its owner see only the host: the rest may be a key of the receiver.'),
  state: described(z.enum(['in_force', 'expired']), 'Whether what happens now is told.'),
  signedWith: described(
    z.enum(['secret', 'house_key']),
    'Deliveries are signed with the secret of the subscription, or with the key of the house.',
  ),
  subject: text('Whose it is.'),
  createdAt: timestamp(),
  expiresAt: timestamp('What happens from then on is not told any more.'),
  pollingFallback: orNull(
    text(),
    'Where the run can be asked for instead; null where it is about every run of the workflow.',
  ),
};

export const subscriptionView = namedObject(
  'SubscriptionView',
  'Who is told of what happens to a run, or to every run of a workflow.',
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
