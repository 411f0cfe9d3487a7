/** What operations on subscriptions work with. */
import type { AllowedAddresses } from '../../connectors/index.ts';
import type { KeyRing } from '../../runtime/index.ts';
import type { DeliveryTally } from './delivery-tally.ts';

export interface Webhooks {
  /** Seals the secrets of subscriptions. */
  readonly keyRing: KeyRing;
  /** What signs for subscriptions without a secret of their own; empty where there is none. */
  readonly signerKey: string;
  /** Where else than to public addresses deliveries may go. */
  readonly allowed: AllowedAddresses;
  /** Under which the server is reached, without a slash at its end; empty where that is not known. */
  readonly base: string;
  /** Subscriptions in force: of a tenant, and of one principal. Null is without a limit. */
  readonly max: number | null;
  readonly maxPerPrincipal: number | null;
  /** How long a key under which one was made is remembered, in milliseconds. */
  readonly receiptLife: number;
  readonly tally: DeliveryTally;
}

/** Where a case can be asked for instead of being told of. */
export const pollingUrl = ({ base }: Pick<Webhooks, 'base'>, run: string): string =>
  `${base}/v1/cases/${encodeURIComponent(run)}/status`;
