/**
 * Verifies that a delivery comes from the server: by its signature, the time of the signature, and whether it is a
 * replay. The body is not parsed before its signature is verified.
 */
import { readWebhookEvent, type WebhookEvent } from './webhook-event.ts';

export interface Delivery {
  /** The raw body: parsing and serializing it again would change it. */
  readonly body: string | Uint8Array;
  readonly headers: DeliveryHeaders;
  /** Secret of the subscription. Several during a rotation. */
  readonly secret: string | readonly string[];
  /** Maximum age of a signature, and maximum clock difference. Default: 300. */
  readonly toleranceSeconds?: number;
  /** In milliseconds. */
  readonly now?: number;
  /** Whether the delivery was already processed: see createReplayGuard. */
  readonly isKnown?: (deliveryId: string) => boolean | Promise<boolean>;
  /** Also accepts `X-YAWL-Signature`, which has no time: anyone who saw such a delivery can replay it at any time. */
  readonly acceptUntimed?: boolean;
}

/** Headers of fetch or of Node's servers. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type RefusalReason = 'missing' | 'malformed' | 'forged' | 'stale' | 'replayed';

export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** @throws WebhookRefused */
export async function verifyWebhook(delivery: Delivery): Promise<WebhookEvent> {
  const { headers, isKnown, acceptUntimed = false } = delivery;
  const body = typeof delivery.body === 'string' ? encoder.encode(delivery.body) : delivery.body;
  const signature = headerOf(headers, 'x-signalbox-signature');
  const id = headerOf(headers, 'x-signalbox-delivery');
  if (signature !== undefined) await checkTimed(delivery, body, signature, id);
  else if (acceptUntimed) await checkUntimed(delivery, body);
  else throw new WebhookRefused('missing', 'The header X-Signalbox-Signature is missing.');
  const event = readWebhookEvent(new TextDecoder().decode(body));
  if (event === undefined || (id !== undefined && event.delivery_id !== id)) {
    throw new WebhookRefused('malformed', 'The body is not a case event with the id of its delivery.');
  }
  if (await isKnown?.(event.delivery_id)) {
    throw new WebhookRefused('replayed', `The delivery ${event.delivery_id} was already processed.`);
  }
  return event;
}

async function checkTimed(
  delivery: Delivery,
  body: Uint8Array,
  header: string,
  id: string | undefined,
): Promise<void> {
  const { toleranceSeconds = 300, now = Date.now() } = delivery;
  if (id === undefined) throw new WebhookRefused('missing', 'The header X-Signalbox-Delivery is missing.');
  const parts = header.split(',').map((part) => part.trim());
  const [time = ''] = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
  const signatures = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []).slice(0, 5);
  if (time === '' || signatures.length === 0) {
    throw new WebhookRefused('malformed', 'X-Signalbox-Signature must be “t=…,v1=…”.');
  }
  if (!(await isSigned(secretsOf(delivery), [encoder.encode(`${time}.${id}.`), body], signatures))) {
    throw forged();
  }
  const age = Math.abs(now / 1_000 - Number(time));
  // An invalid number accepts nothing.
  if (!(age <= toleranceSeconds)) {
    throw new WebhookRefused(
      'stale',
      `The signature is ${Math.round(age)} seconds away from the current time.`,
    );
  }
}

async function checkUntimed(delivery: Delivery, body: Uint8Array): Promise<void> {
  const header = headerOf(delivery.headers, 'x-yawl-signature');
  if (header === undefined) throw new WebhookRefused('missing', 'The header X-YAWL-Signature is missing.');
  const [, signature] = /^sha256=([0-9a-f]{64})$/.exec(header) ?? [];
  if (signature === undefined) {
    throw new WebhookRefused('malformed', 'X-YAWL-Signature must be “sha256=…”.');
  }
  if (!(await isSigned(secretsOf(delivery), [body], [signature]))) throw forged();
}

const forged = (): WebhookRefused =>
  new WebhookRefused('forged', 'The signature does not match: another secret, or another body.');

const encoder = new TextEncoder();

/** An empty secret matches nothing: anyone could sign with it. */
const secretsOf = ({ secret }: Delivery): readonly string[] =>
  (typeof secret === 'string' ? [secret] : secret).filter((text) => text !== '');

/** Compared by the platform in constant time. */
async function isSigned(
  secrets: readonly string[],
  parts: readonly Uint8Array[],
  signatures: readonly string[],
): Promise<boolean> {
  const data = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const text of secrets) {
    const key = await crypto.subtle.importKey('raw', encoder.encode(text), algorithm, false, ['verify']);
    for (const hex of signatures) {
      if (await crypto.subtle.verify('HMAC', key, bytesOf(hex), data)) return true;
    }
  }
  return false;
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** Header names may have any case. */
function headerOf(headers: DeliveryHeaders, name: string): string | undefined {
  if (typeof headers['get'] === 'function') return headers['get'](name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : undefined;
}
