/** Secrets of subscriptions: sealed for one subscription of one tenant, and of no use with another [F3.2]. */
import { randomBytes } from 'node:crypto';
import type { KeyRing, Subscription } from '../../runtime/index.ts';

export interface SubscriptionSecret {
  readonly secret: string;
  /** Made here, so that whoever subscribed has to be told. */
  readonly isMade: boolean;
}

const purpose = 'webhook-secret';

export const makeSecret = (): SubscriptionSecret => ({
  secret: `whsec_${randomBytes(32).toString('base64url')}`,
  isMade: true,
});

type Owner = Pick<Subscription, 'tenant' | 'id'>;

export const sealSecret = (keyRing: KeyRing, owner: Owner, { secret, isMade }: SubscriptionSecret): string =>
  keyRing.seal(purpose, { secret, isMade }, { bind: bindOf(owner) });

/** Undefined where the key that sealed it is not on the ring any more. */
export function openSecret(
  keyRing: KeyRing,
  subscription: Pick<Subscription, 'tenant' | 'id' | 'secret'>,
  now: number,
): SubscriptionSecret | undefined {
  const opened = keyRing.open(purpose, subscription.secret, now, bindOf(subscription));
  // What opens was sealed here, in this form.
  return opened.kind === 'opened' ? (opened.data as unknown as SubscriptionSecret) : undefined;
}

const bindOf = ({ tenant, id }: Owner): string => JSON.stringify([tenant, id]);
