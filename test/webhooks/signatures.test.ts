/** Deliveries are signed, secrets are stored sealed, and values of cases arrive as data [F3.2]. */
import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { CreatedSubscription } from '../../src/operations/index.ts';
import { ann, bob } from '../operations/operations-harness.ts';
import {
  type DeliveryHarness,
  type DeliveryHarnessOptions,
  openDeliveryHarness,
} from './delivery-harness.ts';
import { openReceiver, type ReceivedRequest, type Receiver } from './receiver.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(options?: DeliveryHarnessOptions): Promise<readonly [DeliveryHarness, Receiver]> {
  const [deliveryHarness, receiver] = [await openDeliveryHarness(options), await openReceiver()];
  cleanUps.push(deliveryHarness.close, receiver.close);
  return [deliveryHarness, receiver];
}

const subscribe = (
  deliveryHarness: DeliveryHarness,
  { url }: Receiver,
  input: object = {},
): Promise<CreatedSubscription> =>
  deliveryHarness.call('subscriptions.create', { url, workflow: 'greet', ...input });

async function greeted(
  deliveryHarness: DeliveryHarness,
  { receivedRequests }: Receiver,
  name = 'Ann',
): Promise<ReceivedRequest> {
  const before = receivedRequests.length;
  await deliveryHarness.call('runs.start', { workflow: 'greet', params: { name } });
  await deliveryHarness.until(() => receivedRequests.length > before);
  const received = receivedRequests.at(-1);
  if (received === undefined) throw new Error('Nothing arrived.');
  return received;
}

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex');

function expectSigned({ headers, body }: ReceivedRequest, secret: string, at: number): void {
  expect(headers['x-yawl-signature']).toBe(`sha256=${hmac(secret, body)}`);
  const t = Math.floor(at / 1_000);
  const id = String(headers['x-signalbox-delivery']);
  expect(headers['x-signalbox-signature']).toBe(`t=${t},v1=${hmac(secret, `${t}.${id}.${body}`)}`);
}

test('[F3.2] a delivery is signed twice with the generated secret, over the bytes that arrive', async () => {
  const [deliveryHarness, receiver] = await open();
  const { secret } = await subscribe(deliveryHarness, receiver);
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  const received = await greeted(deliveryHarness, receiver, 'Ünï©ødé 🚂');
  expectSigned(received, secret ?? '', deliveryHarness.clock.now());
  expect(received.json).toMatchObject({ outcome: 'Hello, Ünï©ødé 🚂!' });
  expect(received.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'signalbox/1.2.3',
    'x-signalbox-event': 'case_completed',
    'x-signalbox-delivery': received.json['delivery_id'],
  });
});

test('[F3.2] a secret of the subscriber signs deliveries and is not returned', async () => {
  const [deliveryHarness, receiver] = await open();
  const secret = 'my own “secret” with ünï©ødé in it';
  expect(await subscribe(deliveryHarness, receiver, { secret })).toMatchObject({
    secret: null,
    signedWith: 'secret',
  });
  expectSigned(await greeted(deliveryHarness, receiver), secret, deliveryHarness.clock.now());
});

test('[F3.2] the signing key of the server signs for subscriptions without a secret', async () => {
  const signerKey = 'the key of the whole house';
  const [deliveryHarness, receiver] = await open({ webhooks: { signerKey } });
  expect(await subscribe(deliveryHarness, receiver)).toMatchObject({ secret: null, signedWith: 'house_key' });
  expectSigned(await greeted(deliveryHarness, receiver), signerKey, deliveryHarness.clock.now());
});

test('[F3.2] a secret is in the first answer and its repeats, and nowhere else', async () => {
  const [deliveryHarness, receiver] = await open();
  const made = await subscribe(deliveryHarness, receiver, { idempotencyKey: 'k' });
  const again = await subscribe(deliveryHarness, receiver, { idempotencyKey: 'k' });
  expect(again).toEqual(made);
  const { subscription, secret } = made;
  const seen = [
    await deliveryHarness.call('subscriptions.get', { subscription }),
    await deliveryHarness.call('subscriptions.list', { everybody: true }),
    await deliveryHarness.call('subscriptions.list', { everybody: true }, bob),
    await deliveryHarness.call('subscriptions.renew', { subscription }),
    await deliveryHarness.call('audit.list', {}),
    await deliveryHarness.services.store.subscriptions.find(ann.tenant, subscription),
    await deliveryHarness.services.store.receipts.find(
      { tenant: ann.tenant, subject: ann.subject, operation: 'subscriptions.create', key: 'k' },
      deliveryHarness.clock.now(),
    ),
  ];
  expect(seen).not.toContain(undefined);
  expect(JSON.stringify(seen)).not.toContain(secret);
  expect(JSON.stringify(seen)).not.toContain(Buffer.from(String(secret)).toString('base64').slice(0, 40));
});

test('[F3.2] a sealed secret opens for its own subscription and tenant only', async () => {
  const [deliveryHarness, receiver] = await open();
  const { subscription } = await subscribe(deliveryHarness, receiver);
  const { store } = deliveryHarness.services;
  const found = await store.subscriptions.find(ann.tenant, subscription);
  if (found === undefined) throw new Error('There is no subscription.');
  const thief = { ...found, id: 'sub_thief', url: `${receiver.url}?thief` };
  await store.subscriptions.add(thief, { audit: [], receipts: [] });
  await deliveryHarness.call('runs.start', { workflow: 'greet' });
  await deliveryHarness.until(async () => {
    const messages = await store.outbox.search(ann.tenant, { target: 'sub_thief' }, { limit: 1 });
    return messages[0]?.attempts === 1;
  });
  const [message] = await store.outbox.search(ann.tenant, { target: 'sub_thief' }, { limit: 1 });
  expect(message?.failure).toContain('cannot be opened');
  await deliveryHarness.until(() => receiver.receivedRequests.length > 0);
  expect(receiver.receivedRequests.map(({ json }) => json['subscription_id'])).toEqual([subscription]);
});

const hostile = [
  `'; DROP TABLE outbox; --`,
  `") UNION SELECT secret FROM subscriptions --`,
  'x\r\nX-YAWL-Signature: sha256=0000\r\n\r\n{"event_type":"case_failed"}',
  '","event_type":"case_failed","x":"',
  '{{constructor.constructor("return process")()}}',
  '__proto__',
  '\u0000\u001b[2J\u202e',
  '\ud800',
  '<script>alert(1)</script>',
];

test.each(hostile)('[F3.1] %j in a case arrives as data', async (name) => {
  const [deliveryHarness, receiver] = await open();
  const { secret } = await subscribe(deliveryHarness, receiver);
  const received = await greeted(deliveryHarness, receiver, name);
  expect(received.json).toMatchObject({ event_type: 'case_completed', outcome: `Hello, ${name}!` });
  expectSigned(received, secret ?? '', deliveryHarness.clock.now());
});

test('[F3.1] an outcome that is too large is left out, and the delivery names where to read it', async () => {
  const handlers = {
    big: () => ({ kind: 'succeeded', output: 'x'.repeat(300_000) }) as const,
    fair: () => ({ kind: 'succeeded', output: 'x'.repeat(100_000) }) as const,
  };
  const text = `
workflows:
  big: { graph: { step: { call: big } } }
  fair: { graph: { step: { call: fair } } }
`;
  const [deliveryHarness, receiver] = await open({ handlers, files: { 'flows.yaml': text } });
  for (const workflow of ['big', 'fair']) {
    await subscribe(deliveryHarness, receiver, { workflow });
    const { run } = await deliveryHarness.call<{ run: string }>('runs.start', { workflow });
    await deliveryHarness.until(() => receiver.receivedRequests.some(({ json }) => json['case_id'] === run));
  }
  const [big, fair] = receiver.receivedRequests;
  expect(big?.json).toMatchObject({
    outcome: null,
    outcome_left_out: expect.stringMatching(/256 KiB.*https:\/\/flows\.example\.com\/v1\/cases\/.+\/status/),
  });
  expect(fair?.json['outcome']).toBe('x'.repeat(100_000));
});

test('[F3.1] for a purged case its end is delivered, without a large outcome', async () => {
  const handlers = { fair: () => ({ kind: 'succeeded', output: 'x'.repeat(100_000) }) as const };
  const files = { 'flows.yaml': 'workflows:\n  fair: { graph: { step: { call: fair } } }\n' };
  const [deliveryHarness, receiver] = await open({ handlers, files });
  receiver.respond((response, _, index) => void response.writeHead(index === 0 ? 500 : 200).end());
  await subscribe(deliveryHarness, receiver, { workflow: 'fair' });
  await deliveryHarness.call('runs.start', { workflow: 'fair' });
  await deliveryHarness.until(() => receiver.receivedRequests.length === 1);
  deliveryHarness.clock.advance(1);
  await deliveryHarness.call('retention.purge', { olderThan: '0s' });
  await deliveryHarness.toNextAttempt();
  await deliveryHarness.until(() => receiver.receivedRequests.length === 2);
  expect(receiver.receivedRequests[1]?.json).toMatchObject({ event_type: 'case_completed' });
});
