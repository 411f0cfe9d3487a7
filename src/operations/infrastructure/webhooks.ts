/** Dependencies of operations on subscriptions. */
import type { AllowedAddresses } from '../../connectors/index.ts';
import type { KeyRing } from '../../runtime/index.ts';
import type { DeliveryTally } from './delivery-tally.ts';

export interface Webhooks {
  /** Seals the secrets of subscriptions. */
  readonly keyRing: KeyRing;
  /** Signs for subscriptions without their own secret; empty if not set. */
  readonly signerKey: string;
  /** Additional targets of deliveries besides public addresses. */
  readonly allowed: AllowedAddresses;
  /** Base address of the server without a trailing slash; empty if not known. */
  readonly base: string;
  /** Maximum active subscriptions of a tenant and of one principal. Null: no limit. */
  readonly max: number | null;
  readonly maxPerPrincipal: number | null;
  /** How long the idempotency key of a creation is remembered, in milliseconds. */
  readonly receiptLife: number;
  readonly tally: DeliveryTally;
}

/** Where to poll a case instead of a subscription. */
export const pollingUrl = ({ base }: Pick<Webhooks, 'base'>, run: string): string =>
  `${base}/v1/cases/${encodeURIComponent(run)}/status`;
