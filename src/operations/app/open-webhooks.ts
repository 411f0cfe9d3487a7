/** Composes the webhooks: announcements, sender, and the service for operations. */
import { createWebhookPoster } from '../../connectors/index.ts';
import type { Clock, OutboxHandlers, Store } from '../../runtime/index.ts';
import { publicAddress } from '../access/own-address.ts';
import type { AuditLog } from '../infrastructure/audit-log.ts';
import { DeliveryTally } from '../infrastructure/delivery-tally.ts';
import type { Webhooks } from '../infrastructure/webhooks.ts';
import type { Settings } from '../settings/settings-table.ts';
import { announceRun } from '../webhooks/announce-run.ts';
import { createDeliverer } from '../webhooks/create-deliverer.ts';
import type { Configuration } from './read-configuration.ts';

export interface WebhooksOptions {
  readonly settings: Settings;
  readonly configuration: Pick<Configuration, 'webhookAllowed' | 'keyRing'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly version: string;
}

export interface OpenWebhooks {
  readonly webhooks: Webhooks;
  readonly post: OutboxHandlers;
  close(): Promise<void>;
}

/** `undefined` if they are turned off. */
export function openWebhooks(options: WebhooksOptions): OpenWebhooks | undefined {
  const { settings, configuration, store, clock, audit, version } = options;
  if (!settings.webhooks) return undefined;
  const { webhookAllowed: allowed, keyRing } = configuration;
  const webhooks: Webhooks = {
    keyRing,
    signerKey: settings.webhookSignerKey,
    allowed,
    base: publicAddress(settings) ?? '',
    max: settings.quotaSubscriptions,
    maxPerPrincipal: settings.quotaSubscriptionsOfPrincipal,
    receiptLife: settings.receiptLife,
    tally: new DeliveryTally(),
  };
  const poster = createWebhookPoster({ allowed, timeout: settings.webhookTimeout, now: () => clock.now() });
  return {
    webhooks,
    post: {
      announce: announceRun,
      deliver: createDeliverer({ store, clock, audit, poster, webhooks, version }),
      retries: settings.webhookRetries,
    },
    close: () => poster.close(),
  };
}
