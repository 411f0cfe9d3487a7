/** Deliveries are signed, secrets are kept sealed, and what cases hold arrives as data [F3.2]. */
import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { CreatedSubscription } from '../../src/operations/index.ts';
import { ann, bob } from '../operations/office.ts';
import { type Mailroom, type MailroomOptions, openMailroom } from './mailroom.ts';
import { type Arrival, openReceiver, type Receiver } from './receiver.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(options?: MailroomOptions): Promise<readonly [Mailroom, Receiver]> {
  const [mailroom, receiver] = [await openMailroom(options), await openReceiver()];
  cleanUps.push(mailroom.close, receiver.close);
  return [mailroom, receiver];
}

const subscribe = (mailroom: Mailroom, { url }: Receiver, input: object = {}): Promise<CreatedSubscription> =>
  mailroom.call('subscriptions.create', { url, workflow: 'greet', ...input });

async function greeted(mailroom: Mailroom, { arrivals }: Receiver, name = 'Ann'): Promise<Arrival> {
  const before = arrivals.length;
  await mailroom.call('runs.start', { workflow: 'greet', params: { name } });
  await mailroom.until(() => arrivals.length > before);
  const arrival = arrivals.at(-1);
  if (arrival === undefined) throw new Error('Nothing arrived.');
  return arrival;
}

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex');

function expectSigned({ headers, body }: Arrival, secret: string, at: number): void {
  expect(headers['x-yawl-signature']).toBe(`sha256=${hmac(secret, body)}`);
  const t = Math.floor(at / 1_000);
  const id = String(headers['x-signalbox-delivery']);
  expect(headers['x-signalbox-signature']).toBe(`t=${t},v1=${hmac(secret, `${t}.${id}.${body}`)}`);
}

test('[F3.2] a delivery is signed twice with the secret that was made, over the bytes that arrive', async () => {
  const [mailroom, receiver] = await open();
  const { secret } = await subscribe(mailroom, receiver);
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  const arrival = await greeted(mailroom, receiver, 'Ünï©ødé 🚂');
  expectSigned(arrival, secret ?? '', mailroom.clock.now());
  expect(arrival.json).toMatchObject({ outcome: 'Hello, Ünï©ødé 🚂!' });
  expect(arrival.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'signalbox/1.2.3',
    'x-signalbox-event': 'case_completed',
    'x-signalbox-delivery': arrival.json['delivery_id'],
  });
});

test('[F3.2] whoever brings a secret has deliveries signed with it, and is not told it', async () => {
  const [mailroom, receiver] = await open();
  const secret = 'my own “secret” with ünï©ødé in it';
  expect(await subscribe(mailroom, receiver, { secret })).toMatchObject({
    secret: null,
    signedWith: 'secret',
  });
  expectSigned(await greeted(mailroom, receiver), secret, mailroom.clock.now());
});

test('[F3.2] where the house has a key, it signs for whoever brings no secret', async () => {
  const signerKey = 'the key of the whole house';
  const [mailroom, receiver] = await open({ webhooks: { signerKey } });
  expect(await subscribe(mailroom, receiver)).toMatchObject({ secret: null, signedWith: 'house_key' });
  expectSigned(await greeted(mailroom, receiver), signerKey, mailroom.clock.now());
});

test('[F3.2] a secret is told in the first answer and in its repeats, and nowhere else', async () => {
  const [mailroom, receiver] = await open();
  const made = await subscribe(mailroom, receiver, { idempotencyKey: 'k' });
  const again = await subscribe(mailroom, receiver, { idempotencyKey: 'k' });
  expect(again).toEqual(made);
  const { subscription, secret } = made;
  const seen = [
    await mailroom.call('subscriptions.get', { subscription }),
    await mailroom.call('subscriptions.list', { everybody: true }),
    await mailroom.call('subscriptions.list', { everybody: true }, bob),
    await mailroom.call('subscriptions.renew', { subscription }),
    await mailroom.call('audit.list', {}),
    await mailroom.services.store.subscriptions.find(ann.tenant, subscription),
    await mailroom.services.store.receipts.find(
      { tenant: ann.tenant, subject: ann.subject, operation: 'subscriptions.create', key: 'k' },
      mailroom.clock.now(),
    ),
  ];
  expect(seen).not.toContain(undefined);
  expect(JSON.stringify(seen)).not.toContain(secret);
  expect(JSON.stringify(seen)).not.toContain(Buffer.from(String(secret)).toString('base64').slice(0, 40));
});

test('[F3.2] a sealed secret opens for its own subscription and tenant only', async () => {
  const [mailroom, receiver] = await open();
  const { subscription } = await subscribe(mailroom, receiver);
  const { store } = mailroom.services;
  const found = await store.subscriptions.find(ann.tenant, subscription);
  if (found === undefined) throw new Error('There is no subscription.');
  const thief = { ...found, id: 'sub_thief', url: `${receiver.url}?thief` };
  await store.subscriptions.add(thief, { audit: [], receipts: [] });
  await mailroom.call('runs.start', { workflow: 'greet' });
  await mailroom.until(async () => {
    const messages = await store.outbox.search(ann.tenant, { target: 'sub_thief' }, { limit: 1 });
    return messages[0]?.attempts === 1;
  });
  const [message] = await store.outbox.search(ann.tenant, { target: 'sub_thief' }, { limit: 1 });
  expect(message?.failure).toContain('cannot be opened');
  await mailroom.until(() => receiver.arrivals.length > 0);
  expect(receiver.arrivals.map(({ json }) => json['subscription_id'])).toEqual([subscription]);
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
  const [mailroom, receiver] = await open();
  const { secret } = await subscribe(mailroom, receiver);
  const arrival = await greeted(mailroom, receiver, name);
  expect(arrival.json).toMatchObject({ event_type: 'case_completed', outcome: `Hello, ${name}!` });
  expectSigned(arrival, secret ?? '', mailroom.clock.now());
});

test('[F3.1] an outcome that is too large is left out, and the delivery says where it is', async () => {
  const handlers = {
    big: () => ({ kind: 'succeeded', output: 'x'.repeat(300_000) }) as const,
    fair: () => ({ kind: 'succeeded', output: 'x'.repeat(100_000) }) as const,
  };
  const text = `
workflows:
  big: { graph: { step: { call: big } } }
  fair: { graph: { step: { call: fair } } }
`;
  const [mailroom, receiver] = await open({ handlers, files: { 'flows.yaml': text } });
  for (const workflow of ['big', 'fair']) {
    await subscribe(mailroom, receiver, { workflow });
    const { run } = await mailroom.call<{ run: string }>('runs.start', { workflow });
    await mailroom.until(() => receiver.arrivals.some(({ json }) => json['case_id'] === run));
  }
  const [big, fair] = receiver.arrivals;
  expect(big?.json).toMatchObject({
    outcome: null,
    outcome_left_out: expect.stringMatching(/256 KiB.*https:\/\/flows\.example\.com\/v1\/cases\/.+\/status/),
  });
  expect(fair?.json['outcome']).toBe('x'.repeat(100_000));
});

test('[F3.1] of a case that was purged meanwhile it is told that it ended, without a large outcome', async () => {
  const handlers = { fair: () => ({ kind: 'succeeded', output: 'x'.repeat(100_000) }) as const };
  const files = { 'flows.yaml': 'workflows:\n  fair: { graph: { step: { call: fair } } }\n' };
  const [mailroom, receiver] = await open({ handlers, files });
  receiver.respond((response, _, index) => void response.writeHead(index === 0 ? 500 : 200).end());
  await subscribe(mailroom, receiver, { workflow: 'fair' });
  await mailroom.call('runs.start', { workflow: 'fair' });
  await mailroom.until(() => receiver.arrivals.length === 1);
  mailroom.clock.advance(1);
  await mailroom.call('retention.purge', { olderThan: '0s' });
  await mailroom.toNextAttempt();
  await mailroom.until(() => receiver.arrivals.length === 2);
  expect(receiver.arrivals[1]?.json).toMatchObject({ event_type: 'case_completed' });
});
