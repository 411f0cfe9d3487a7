/**
 * Delivers messages to subscribers, signed with the secret of the subscription. The address is validated against the
 * allowed targets each time, since they may have changed [F3.5].
 */
import { checkCallback, deliveryOf, type WebhookPoster } from '../../connectors/index.ts';
import type {
  Clock,
  DeliveryResult,
  Message,
  OutboxHandlers,
  Store,
  Subscription,
} from '../../runtime/index.ts';
import type { AuditLog } from '../infrastructure/audit-log.ts';
import { pollingUrl, type Webhooks } from '../infrastructure/webhooks.ts';
import { keyNameOf } from '../keys/key-view.ts';
import { deliveryBody } from './delivery-body.ts';
import { signDelivery } from './sign-delivery.ts';
import { openSecret } from './subscription-secret.ts';

export interface DelivererOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly poster: WebhookPoster;
  readonly webhooks: Webhooks;
  readonly version: string;
}

export function createDeliverer(options: DelivererOptions): OutboxHandlers['deliver'] {
  const { store, webhooks } = options;
  return async (message, signal) => {
    const subscription = await store.subscriptions.find(message.tenant, message.target);
    // It was about to be removed with its subscription.
    if (subscription === undefined) return { kind: 'delivered' };
    const delivery = (await isRevoked(options, subscription))
      ? revoked
      : await deliver(options, message, subscription, signal);
    if (delivery.kind === 'gone') await endSubscription(options, message);
    if (!signal.aborted || delivery.kind === 'delivered') webhooks.tally.note(message.tenant, delivery);
    return delivery;
  };
}

const revoked: DeliveryResult = { kind: 'gone', reason: 'The key of the subscriber was revoked.' };

/** A revocation ends subscriptions, but may miss one that was being created. */
async function isRevoked({ store }: DelivererOptions, { tenant, subject }: Subscription): Promise<boolean> {
  const name = keyNameOf(subject);
  if (name === undefined) return false;
  const key = await store.apiKeys.findNamed(tenant, name);
  return key !== undefined && key.revokedAt !== null;
}

async function deliver(
  { store, clock, webhooks, poster, version }: DelivererOptions,
  message: Message,
  subscription: Subscription,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const callback = checkCallback(subscription.url, webhooks.allowed);
  if (callback.kind === 'problems') {
    return {
      kind: 'refused',
      reason: `Nothing was sent. ${callback.problems.map((problem) => `The address ${problem}`).join(' ')}`,
    };
  }
  const now = clock.now();
  const secret =
    subscription.secret === '' ? webhooks.signerKey : openSecret(webhooks.keyRing, subscription, now)?.secret;
  if (secret === undefined || secret === '') return { kind: 'failed', reason: noSecret };
  const body = await deliveryBody(store, message, pollingUrl(webhooks, message.run));
  const { url } = callback;
  const posted = await poster.post(
    {
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': `signalbox/${version}`,
        'x-signalbox-delivery': message.id,
        'x-signalbox-event': message.event,
        'x-signalbox-attempt': String(message.attempts + 1),
        ...signDelivery(secret, { id: message.id, body, at: now }),
      },
      body: Buffer.from(body),
    },
    signal,
  );
  return deliveryOf(url.host, posted);
}

const noSecret =
  'The secret of the subscription cannot be opened: the key that sealed it, or the signing key of the server, is missing.';

/** The receiver is gone. */
async function endSubscription({ store, audit }: DelivererOptions, message: Message): Promise<void> {
  const { tenant, target } = message;
  const entry = audit.entryOf({
    tenant,
    subject: 'signalbox',
    kind: 'service',
    operation: 'subscriptions.delete',
    target,
    correlationId: '',
  });
  await store.subscriptions.remove(tenant, target, { audit: [entry], receipts: [] });
}
