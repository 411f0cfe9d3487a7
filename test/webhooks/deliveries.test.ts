/** Subscribers receive all events in order, even if receivers fail. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { notifyOfEnd } from '../../src/operations/subscriptions/notify-of-end.ts';
import { caseEvents } from '../../src/runtime/index.ts';
import { type DeliveryHarness, openDeliveryHarness } from './delivery-harness.ts';
import { answerNext, eventsReceived, openReceiver, type Receiver, status } from './receiver.ts';

let deliveryHarness: DeliveryHarness;
let receiver: Receiver;

beforeEach(async () => {
  deliveryHarness = await openDeliveryHarness();
  receiver = await openReceiver();
});

afterEach(async () => {
  await deliveryHarness.close();
  await receiver.close();
});

interface Made {
  readonly subscription: string;
}

const subscribe = (input: object): Promise<Made> =>
  deliveryHarness.call('subscriptions.create', { url: receiver.url, events: caseEvents, ...input });

const start = async (workflow: string, params: object = {}): Promise<string> =>
  (await deliveryHarness.call<{ run: string }>('runs.start', { workflow, params })).run;

const arrived = (count: number): Promise<void> =>
  deliveryHarness.until(() => receiver.receivedRequests.length >= count);

/** No delivery is pending. */
const settled = (): Promise<void> =>
  deliveryHarness.until(async () => (await deliveryHarness.services.store.outbox.count()).waiting === 0);

test('[F3.1][F3.4] every case of a workflow is delivered from its start to its end, in order', async () => {
  await subscribe({ workflow: 'chain' });
  const run = await start('chain');
  await arrived(2);
  await answerNext(deliveryHarness, run, 'a');
  await answerNext(deliveryHarness, run, 'b');
  await arrived(6);
  expect(eventsReceived(receiver)).toEqual([
    'case_started',
    'work_item_offered',
    'work_item_completed',
    'work_item_offered',
    'work_item_completed',
    'case_completed',
  ]);
  const sequences = receiver.receivedRequests.map(({ json }) => Number(json['sequence']));
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  expect(receiver.receivedRequests[1]?.json).toMatchObject({
    workitem_id: expect.stringContaining(run),
    task_name: 'first',
    outcome: null,
  });
  expect(receiver.receivedRequests.at(-1)?.json).toMatchObject({
    case_id: run,
    outcome: { first: 'a', second: 'b' },
    specification: 'chain',
    timestamp: new Date(deliveryHarness.clock.now()).toISOString(),
  });
});

test('[F3.1] a failed delivery is retried under its id, and later ones wait: the order is kept', async () => {
  receiver.respond((response, _, index) => void response.writeHead(index < 3 ? 503 : 200).end());
  await subscribe({ workflow: 'ask' });
  const run = await start('ask');
  await arrived(1);
  await answerNext(deliveryHarness, run, 'yes');
  for (const count of [2, 3, 4]) {
    await deliveryHarness.toNextAttempt();
    await arrived(count);
  }
  await settled();
  expect(eventsReceived(receiver)).toEqual([
    ...Array(4).fill('case_started'),
    'work_item_offered',
    'work_item_completed',
    'case_completed',
  ]);
  const first = receiver.receivedRequests.slice(0, 4);
  expect(new Set(first.map(({ headers }) => headers['x-signalbox-delivery'])).size).toBe(1);
  expect(new Set(first.map(({ body }) => body)).size).toBe(1);
  expect(first.map(({ headers }) => headers['x-signalbox-attempt'])).toEqual(['1', '2', '3', '4']);
});

test('[F3.1] cases of one subscription do not wait for each other', async () => {
  const [one, other] = [await start('ask'), await start('ask')];
  await subscribe({ run: one });
  await subscribe({ run: other });
  receiver.respond(
    (response, { json }) => void response.writeHead(json['case_id'] === one ? 500 : 200).end(),
  );
  await answerNext(deliveryHarness, one, 'x');
  await arrived(1);
  await answerNext(deliveryHarness, other, 'y');
  await arrived(3);
  expect(receiver.receivedRequests.slice(1).map(({ json }) => json['case_id'])).toEqual([other, other]);
});

test('[F3.1] failed, cancelled and reopened cases are delivered as such', async () => {
  await subscribe({ workflow: 'break' });
  const run = await start('break');
  await arrived(2);
  expect(receiver.receivedRequests[1]?.json).toMatchObject({
    event_type: 'case_failed',
    outcome: null,
    reason: 'broken',
    failure: { code: 'broken', message: 'It broke.' },
  });
  await deliveryHarness.call('runs.reopen', { run });
  await arrived(4);
  expect(receiver.receivedRequests[2]?.json).toMatchObject({ event_type: 'case_started', reopened: true });
  expect(receiver.receivedRequests[3]?.json).toMatchObject({ event_type: 'case_failed' });
  const ids = receiver.receivedRequests.map(({ headers }) => headers['x-signalbox-delivery']);
  expect(new Set(ids).size).toBe(4);
  await subscribe({ workflow: 'ask', events: ['case_cancelled'] });
  await deliveryHarness.call('runs.cancel', { run: await start('ask') });
  await arrived(5);
  expect(receiver.receivedRequests[4]?.json).toMatchObject({
    event_type: 'case_cancelled',
    reason: 'cancelled',
  });
});

test('[F3.1] a copy delivers only its own events; an ended copy delivers nothing', async () => {
  const run = await start('chain');
  await deliveryHarness.until(
    async () => (await deliveryHarness.services.store.runs.find('acme', run))?.items === 1,
  );
  await subscribe({ workflow: 'chain' });
  await deliveryHarness.call('runs.fork', { run, at: 1 });
  await arrived(2);
  expect(eventsReceived(receiver)).toEqual(['case_started', 'work_item_offered']);
  const ended = await start('greet');
  await deliveryHarness.until(
    async () => (await deliveryHarness.services.store.runs.find('acme', ended))?.endedAt !== null,
  );
  await subscribe({ workflow: 'greet' });
  const document = await deliveryHarness.call('runs.export', { run: ended });
  await deliveryHarness.call('runs.import', { document });
  await settled();
  expect(receiver.receivedRequests).toHaveLength(2);
});

test('[F3.1] a released item is offered again', async () => {
  const run = await start('ask');
  await subscribe({ run, events: ['work_item_offered'] });
  const { items } = await deliveryHarness.call<{ items: { item: string }[] }>('items.list', { run });
  const item = items[0]?.item;
  await deliveryHarness.call('items.hold', { item });
  await deliveryHarness.call('items.release', { item });
  await arrived(1);
  expect(receiver.receivedRequests[0]?.json).toMatchObject({
    event_type: 'work_item_offered',
    workitem_id: item,
  });
});

test('[F3.4] the end of a case that has already ended is delivered at once, and once', async () => {
  const run = await start('greet', { name: 'Ann' });
  await deliveryHarness.until(
    async () => (await deliveryHarness.services.store.runs.find('acme', run))?.endedAt !== null,
  );
  // Even if it is requested several times.
  for (const _ of [1, 2, 3]) {
    await subscribe({ run, idempotencyKey: 'once' });
    await settled();
  }
  expect(receiver.receivedRequests.map(({ json }) => json)).toMatchObject([
    { event_type: 'case_completed', outcome: 'Hello, Ann!' },
  ]);
});

test('[F3.1] a subscription during the end of a case receives one id, from either sender', async () => {
  // The receiver is down until both have sent it: with two ids it would arrive twice.
  receiver.respond(status(500));
  const run = await start('ask');
  const { subscription } = await subscribe({ run, events: ['case_completed'] });
  await answerNext(deliveryHarness, run, 'x');
  await arrived(1);
  const { services } = deliveryHarness;
  const found = await services.store.subscriptions.find('acme', subscription);
  if (found === undefined) throw new Error('There is no subscription.');
  // Like a subscription that is too late for the engine.
  await notifyOfEnd({ ...services, store: { ...services.store } }, found);
  const { deliveries } = await deliveryHarness.call<{ deliveries: object[] }>('deliveries.list', {
    subscription,
  });
  expect(deliveries).toHaveLength(1);
});

test('[F3.4] after an unsubscription nothing is sent, not even pending deliveries', async () => {
  receiver.respond(status(503));
  const { subscription } = await subscribe({ workflow: 'ask' });
  const run = await start('ask');
  await arrived(1);
  await deliveryHarness.call('subscriptions.delete', { subscription });
  await answerNext(deliveryHarness, run, 'x');
  await settled();
  deliveryHarness.clock.advance(3_600_000);
  await settled();
  expect(receiver.receivedRequests).toHaveLength(1);
  expect(await deliveryHarness.refused('subscriptions.get', { subscription })).toBe('subscription_not_found');
});

test('[F3.6] a message that a crash left behind after its subscription is neither sent nor given up', async () => {
  const { store } = deliveryHarness.services;
  const { subscription } = await subscribe({ workflow: 'ask' });
  const run = await start('ask');
  await arrived(2);
  await settled();
  await deliveryHarness.call('subscriptions.delete', { subscription });
  const left = { attempts: 0, failure: '', givenUpAt: null, createdAt: 0, dueAt: 0, body: '{}' };
  await store.outbox.put({
    ...left,
    ...{ tenant: 'acme', id: 'dlv_0', run, event: 'case_failed', target: subscription },
  });
  deliveryHarness.services.engine.checkOutbox();
  await settled();
  expect(await store.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  expect(receiver.receivedRequests).toHaveLength(2);
});

test('[F3.4] a subscription expires, and continues if it is renewed before', async () => {
  const two = await openReceiver();
  const mortal = await subscribe({ workflow: 'greet', events: ['case_completed'] });
  const renewed = await subscribe({ workflow: 'greet', events: ['case_completed'], url: two.url });
  deliveryHarness.clock.advance(7_199_000);
  await deliveryHarness.call('subscriptions.renew', { subscription: renewed.subscription });
  await start('greet');
  await deliveryHarness.until(
    () => receiver.receivedRequests.length === 1 && two.receivedRequests.length === 1,
  );
  deliveryHarness.clock.advance(1_000);
  await start('greet');
  await deliveryHarness.until(() => two.receivedRequests.length === 2);
  await settled();
  expect(receiver.receivedRequests).toHaveLength(1);
  const views = await deliveryHarness.call<{ subscriptions: Made[] }>('subscriptions.list', {});
  expect(views.subscriptions.map(({ subscription }) => subscription)).toEqual([renewed.subscription]);
  expect(
    await deliveryHarness.call('subscriptions.get', { subscription: mortal.subscription }),
  ).toMatchObject({
    state: 'expired',
  });
  await two.close();
});

test('[F3.4] events before the end of a subscription are still delivered after it', async () => {
  receiver.respond((response, _, index) => void response.writeHead(index === 0 ? 500 : 200).end());
  const made = { workflow: 'greet', events: ['case_completed'], lifeMs: 60_000 };
  const { subscription } = await subscribe(made);
  deliveryHarness.clock.advance(59_500);
  await start('greet');
  await deliveryHarness.toNextAttempt();
  expect(await deliveryHarness.call('subscriptions.get', { subscription })).toMatchObject({
    state: 'expired',
  });
  await arrived(2);
  await settled();
  expect(eventsReceived(receiver)).toEqual(['case_completed', 'case_completed']);
});
