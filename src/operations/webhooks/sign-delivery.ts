/**
 * Signs a delivery [F3.2]: one signature over its body, as the design specifies, and one over time, id and body, so
 * that a receiver can detect replays.
 */
import { createHmac } from 'node:crypto';

export interface Signed {
  readonly id: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type SignatureHeaders = Readonly<Record<'x-yawl-signature' | 'x-signalbox-signature', string>>;

export function signDelivery(secret: string, { id, body, at }: Signed): SignatureHeaders {
  const seconds = Math.floor(at / 1_000);
  return {
    'x-yawl-signature': `sha256=${hmac(secret, body)}`,
    'x-signalbox-signature': `t=${seconds},v1=${hmac(secret, `${seconds}.${id}.${body}`)}`,
  };
}

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
