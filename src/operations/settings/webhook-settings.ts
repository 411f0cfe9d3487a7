/** Settings of webhooks: whether they are on, where they may go, and how often they are retried. */
import { inMilliseconds, type SettingsOf } from './setting.ts';
import { duration, orNone, secret, text, wholeNumber, yesOrNo } from './setting-form.ts';

export interface WebhookSettings {
  readonly webhooks: boolean;
  /** In the syntax of `parseAllowedAddresses`. */
  readonly webhookAllow: string;
  /** In milliseconds. */
  readonly webhookTimeout: number;
  readonly webhookRetries: number;
  /** Empty if not set. */
  readonly webhookSignerKey: string;
  /** Null: no limit. */
  readonly quotaSubscriptions: number | null;
  readonly quotaSubscriptionsOfPrincipal: number | null;
}

const second = 1_000;
const max = 1_000_000_000;

export const webhookSettings: SettingsOf<WebhookSettings> = {
  webhooks: {
    variables: ['SIGNALBOX_WEBHOOKS', 'YAWL_MCP_WEBHOOK_ENABLED'],
    form: yesOrNo,
    defaultValue: () => true,
    meaning: 'whether clients can subscribe and deliveries are sent',
  },
  webhookAllow: {
    variables: ['SIGNALBOX_WEBHOOK_ALLOW'],
    form: text,
    defaultValue: () => '',
    meaning:
      'additional targets of deliveries besides public https addresses: comma-separated hosts and ranges, or 1 for any',
  },
  webhookTimeout: {
    variables: ['SIGNALBOX_WEBHOOK_TIMEOUT', inMilliseconds('YAWL_MCP_WEBHOOK_TIMEOUT_MS')],
    form: duration(100, 60 * second),
    defaultValue: () => 10 * second,
    meaning: 'how long a receiver may take to answer',
  },
  webhookRetries: {
    variables: ['SIGNALBOX_WEBHOOK_RETRIES', 'YAWL_MCP_WEBHOOK_RETRIES'],
    form: wholeNumber(0, 100),
    defaultValue: () => 11,
    meaning: 'how often a failed delivery is retried, with growing delays, before it is given up',
  },
  webhookSignerKey: {
    variables: ['SIGNALBOX_WEBHOOK_SIGNER_KEY', 'YAWL_MCP_WEBHOOK_SIGNER_KEY'],
    form: secret(16),
    secret: true,
    mergeMode: 'agree',
    defaultValue: () => '',
    defaultText: 'none: each subscription has its own secret',
    meaning: 'the key that signs deliveries to subscriptions without their own secret',
  },
  quotaSubscriptions: {
    variables: ['SIGNALBOX_QUOTA_SUBSCRIPTIONS'],
    form: orNone(wholeNumber(1, max)),
    defaultValue: () => 100_000,
    meaning: 'maximum active subscriptions of a tenant',
  },
  quotaSubscriptionsOfPrincipal: {
    variables: ['SIGNALBOX_QUOTA_SUBSCRIPTIONS_PER_PRINCIPAL'],
    form: orNone(wholeNumber(1, max)),
    defaultValue: () => 10_000,
    meaning: 'maximum active subscriptions of one principal',
  },
};
