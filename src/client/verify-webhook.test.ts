import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createReplayGuard } from './create-replay-guard.ts';
import { type Delivery, verifyWebhook, WebhookRefused } from './verify-webhook.ts';

const secret = 'whsec_the-secret-of-the-subscription';
const id = 'dlv_0123456789abcdef';
const seconds = 1_771_670_110;
const event = {
  event_type: 'case_completed',
  case_id: '9876',
  outcome: { approved: true, by: 'Zoë' },
  timestamp: '2026-02-21T10:35:10Z',
  spec_id: 'InvoiceApproval',
  specification: 'InvoiceApproval',
  subscription_id: 'sub-abc123',
  delivery_id: id,
  sequence: 7,
};
const body = JSON.stringify(event);

const hmac = (text: string, by = secret): string => createHmac('sha256', by).update(text).digest('hex');
const timed = (t: number, text = body, by = secret, delivery = id): string =>
  `t=${t},v1=${hmac(`${t}.${delivery}.${text}`, by)}`;
const untimed = `sha256=${hmac(body)}`;

/** As the server sends it, with overrides. */
const delivery = (
  other: Partial<Delivery> = {},
  headers: Record<string, string | undefined> = {},
): Delivery => ({
  body,
  secret,
  now: seconds * 1_000 + 400,
  ...other,
  headers: {
    'x-signalbox-signature': timed(seconds),
    'x-signalbox-delivery': id,
    'x-yawl-signature': untimed,
    ...headers,
  },
});

async function reasonOf(given: Delivery): Promise<string> {
  try {
    await verifyWebhook(given);
    return 'accepted';
  } catch (error) {
    if (error instanceof WebhookRefused) return error.reason;
    throw error;
  }
}

describe('accepted deliveries', () => {
  test('[F4.3] a delivery of the server returns its event', async () => {
    expect(await verifyWebhook(delivery())).toEqual(event);
  });

  test('[F4.3] the body may be bytes, and headers may be those of fetch or of Node, in any case', async () => {
    const { headers } = delivery();
    const bytes = new TextEncoder().encode(`  ${body}`).subarray(2);
    expect(await verifyWebhook({ ...delivery(), body: bytes })).toEqual(event);
    expect(await verifyWebhook({ ...delivery(), headers: new Headers(headers as never) })).toEqual(event);
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(await verifyWebhook({ ...delivery(), headers: upper })).toEqual(event);
  });

  test('[F4.3] one of several secrets, or one of several signatures, is sufficient', async () => {
    expect(await reasonOf(delivery({ secret: ['new', secret] }))).toBe('accepted');
    const both = `t=${seconds},v1=${hmac('other')},v1=${hmac(`${seconds}.${id}.${body}`)}`;
    expect(await reasonOf(delivery({}, { 'x-signalbox-signature': both }))).toBe('accepted');
  });

  test('[F4.3] a receiver that accepts deliveries without a time receives those of the design', async () => {
    const plain = { 'x-signalbox-signature': undefined, 'x-signalbox-delivery': undefined };
    expect(await reasonOf(delivery({}, plain))).toBe('missing');
    expect(await verifyWebhook(delivery({ acceptUntimed: true }, plain))).toEqual(event);
  });
});

describe('refused deliveries', () => {
  const changed = body.replace('true', 'false');

  test.each<[string, string, Delivery]>([
    ['no signature', 'missing', delivery({}, { 'x-signalbox-signature': undefined })],
    ['no id', 'missing', delivery({}, { 'x-signalbox-delivery': undefined })],
    ['an empty signature', 'malformed', delivery({}, { 'x-signalbox-signature': '' })],
    [
      'a signature without a time',
      'malformed',
      delivery({}, { 'x-signalbox-signature': `v1=${hmac(body)}` }),
    ],
    ['a time without a signature', 'malformed', delivery({}, { 'x-signalbox-signature': `t=${seconds}` })],
    [
      'a signature that is cut off',
      'malformed',
      delivery({}, { 'x-signalbox-signature': timed(seconds).slice(0, -2) }),
    ],
    ['another body', 'forged', delivery({ body: changed })],
    ['another secret', 'forged', delivery({ secret: 'another secret' })],
    ['no secret', 'forged', delivery({ secret: [] })],
    [
      'the signature of another body',
      'forged',
      delivery({}, { 'x-signalbox-signature': timed(seconds, changed) }),
    ],
    [
      'the signature of the body only, with an added time',
      'forged',
      delivery({}, { 'x-signalbox-signature': `t=${seconds},v1=${hmac(body)}` }),
    ],
    [
      'a time that was changed to a newer one',
      'forged',
      delivery({}, { 'x-signalbox-signature': timed(seconds - 900).replace(/t=\d+/, `t=${seconds}`) }),
    ],
    ['an id that was changed to a new one', 'forged', delivery({}, { 'x-signalbox-delivery': 'dlv_other' })],
    ['an old signature', 'stale', delivery({ now: (seconds + 301) * 1_000 })],
    ['a signature with a future time', 'stale', delivery({ now: (seconds - 301) * 1_000 })],
    [
      'a signature that is too old for this receiver',
      'stale',
      delivery({ toleranceSeconds: 10, now: (seconds + 11) * 1_000 }),
    ],
    ['a repeated delivery', 'replayed', delivery({ isKnown: (known) => known === id })],
    [
      'a repeated delivery that a database detects',
      'replayed',
      delivery({ isKnown: async (known) => known === id }),
    ],
  ])('[F4.3] %s is %s', async (_, reason, given) => {
    expect(await reasonOf(given)).toBe(reason);
  });

  test.each<[string, string, Record<string, string | undefined>]>([
    ['no signature', 'missing', { 'x-yawl-signature': undefined }],
    ['a signature in another form', 'malformed', { 'x-yawl-signature': hmac(body) }],
    ['a signature by another secret', 'forged', { 'x-yawl-signature': `sha256=${hmac(body, 'other')}` }],
  ])('[F4.3] without a time, %s is %s', async (_, reason, headers) => {
    const plain = { 'x-signalbox-signature': undefined, ...headers };
    expect(await reasonOf(delivery({ acceptUntimed: true }, plain))).toBe(reason);
  });

  test('[F4.3] a signature with a time is validated for its time, even if deliveries without a time are accepted', async () => {
    const wrong = { 'x-signalbox-signature': timed(seconds, body, 'other') };
    expect(await reasonOf(delivery({ acceptUntimed: true }, wrong))).toBe('forged');
    expect(await reasonOf(delivery({ acceptUntimed: true, now: 0 }))).toBe('stale');
  });

  test.each([
    ['no JSON', 'case_completed'],
    ['null', 'null'],
    ['an unknown event', JSON.stringify({ ...event, event_type: 'case_exploded' })],
    ['no case', JSON.stringify({ ...event, case_id: 5 })],
    ['another id than its header', JSON.stringify({ ...event, delivery_id: 'dlv_other' })],
  ])('[F4.3] a signed body is malformed: %s', async (_, text) => {
    const headers = { 'x-signalbox-signature': timed(seconds, text) };
    expect(await reasonOf(delivery({ body: text }, headers))).toBe('malformed');
  });
});

test('[F4.3] the replay guard recognizes stored deliveries, and drops the oldest', () => {
  const guard = createReplayGuard(2);
  expect(guard.isKnown('a')).toBe(false);
  for (const one of ['a', 'b', 'a', 'c']) guard.remember(one);
  expect(['a', 'b', 'c'].map((one) => guard.isKnown(one))).toEqual([false, true, true]);
});

describe('invalid settings', () => {
  test.each([
    ['a tolerance that is not a number', { toleranceSeconds: Number('5m') }],
    ['an invalid time', { now: Number.NaN }],
  ])('[F4.3] %s accepts nothing', async (_, other) => {
    expect(await reasonOf(delivery(other))).toBe('stale');
  });

  test.each([[''], [['']]])('[F4.3] an empty secret (%j) signs nothing', async (none) => {
    const empty = { 'x-signalbox-signature': timed(seconds, body, '') };
    expect(await reasonOf(delivery({ secret: none }, empty))).toBe('forged');
  });

  test('[F4.3] an empty secret among others is ignored', async () => {
    expect(await reasonOf(delivery({ secret: ['', secret] }))).toBe('accepted');
  });
});
