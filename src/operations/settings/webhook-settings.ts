/** Settings of webhooks: whether there are any, where they may go, and how hard they are tried. */
import { inMilliseconds, type SettingsOf } from './setting.ts';
import { duration, orNone, secret, text, wholeNumber, yesOrNo } from './setting-form.ts';

export interface WebhookSettings {
  readonly webhooks: boolean;
  /** As `parseAllowedAddresses` reads it. */
  readonly webhookAllow: string;
  /** In milliseconds. */
  readonly webhookTimeout: number;
  readonly webhookRetries: number;
  /** Empty where there is none. */
  readonly webhookSignerKey: string;
  /** Null is without a limit. */
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
    meaning: 'whether anybody can subscribe, and deliveries are sent',
  },
  webhookAllow: {
    variables: ['SIGNALBOX_WEBHOOK_ALLOW'],
    form: text,
    defaultValue: () => '',
    meaning:
      'where else than to public addresses with https deliveries may go: hosts and ranges parted by commas, or 1 for anywhere',
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
    meaning: 'how often a delivery that failed is tried again, later each time, before it is given up',
  },
  webhookSignerKey: {
    variables: ['SIGNALBOX_WEBHOOK_SIGNER_KEY', 'YAWL_MCP_WEBHOOK_SIGNER_KEY'],
    form: secret(16),
    secret: true,
    mergeMode: 'agree',
    defaultValue: () => '',
    defaultText: 'none: each subscription has a secret of its own',
    meaning: 'what signs deliveries to subscriptions that bring no secret',
  },
  quotaSubscriptions: {
    variables: ['SIGNALBOX_QUOTA_SUBSCRIPTIONS'],
    form: orNone(wholeNumber(1, max)),
    defaultValue: () => 100_000,
    meaning: 'subscriptions of a tenant that may be in force at once',
  },
  quotaSubscriptionsOfPrincipal: {
    variables: ['SIGNALBOX_QUOTA_SUBSCRIPTIONS_PER_PRINCIPAL'],
    form: orNone(wholeNumber(1, max)),
    defaultValue: () => 10_000,
    meaning: 'the same for those of one principal',
  },
};
