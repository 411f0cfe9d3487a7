/** Receivers that hang, fail or refuse: each is retried as long as useful and delays no other [F3.3]. */
import { afterEach, expect, test } from 'vitest';
import type { DeliveryView } from '../../src/operations/index.ts';
import { bob } from '../operations/operations-harness.ts';
import {
  type DeliveryHarness,
  type DeliveryHarnessOptions,
  openDeliveryHarness,
} from './delivery-harness.ts';
import { answerNext, eventsReceived, openReceiver, type Receiver, type Respond, status } from './receiver.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(options?: DeliveryHarnessOptions): Promise<DeliveryHarness> {
  const deliveryHarness = await openDeliveryHarness(options);
  cleanUps.push(deliveryHarness.close);
  return deliveryHarness;
}

async function receive(respond?: Respond): Promise<Receiver> {
  const receiver = await openReceiver(respond);
  cleanUps.push(receiver.close);
  return receiver;
}

const subscribe = async (
  deliveryHarness: DeliveryHarness,
  { url }: Receiver,
  input: object,
): Promise<string> =>
  (await deliveryHarness.call<{ subscription: string }>('subscriptions.create', { url, ...input }))
    .subscription;

const start = async (deliveryHarness: DeliveryHarness, workflow: string): Promise<string> =>
  (await deliveryHarness.call<{ run: string }>('runs.start', { workflow })).run;

const listed = async (deliveryHarness: DeliveryHarness, input: object): Promise<readonly DeliveryView[]> =>
  (await deliveryHarness.call<{ deliveries: readonly DeliveryView[] }>('deliveries.list', input)).deliveries;

const givenUp = (deliveryHarness: DeliveryHarness, count: number): Promise<void> =>
  deliveryHarness.until(async () => (await deliveryHarness.services.store.outbox.count()).givenUp === count);

/** No delivery is pending. */
const settled = (deliveryHarness: DeliveryHarness): Promise<void> =>
  deliveryHarness.until(async () => (await deliveryHarness.services.store.outbox.count()).waiting === 0);

test('[F3.3] a receiver that hangs delays no other', async () => {
  const deliveryHarness = await open({ timeout: 60_000 });
  const [hanging, prompt] = [await receive(() => {}), await receive()];
  await subscribe(deliveryHarness, hanging, { workflow: 'greet' });
  await subscribe(deliveryHarness, prompt, { workflow: 'greet' });
  for (let count = 1; count <= 40; count++) {
    await start(deliveryHarness, 'greet');
    await deliveryHarness.until(() => prompt.receivedRequests.length === count);
  }
  expect(hanging.receivedRequests.length).toBeGreaterThan(0);
});

test('[F3.3] a delivery is retried with growing delays, and finally given up with the reason', async () => {
  const deliveryHarness = await open({ retries: 4 });
  const receiver = await receive(status(503));
  const subscription = await subscribe(deliveryHarness, receiver, { workflow: 'greet' });
  await start(deliveryHarness, 'greet');
  const pauses: number[] = [];
  for (let count = 1; count <= 5; count++) {
    await deliveryHarness.until(() => receiver.receivedRequests.length === count);
    if (count === 5) break;
    const before = deliveryHarness.clock.now();
    await deliveryHarness.toNextAttempt();
    pauses.push(deliveryHarness.clock.now() - before);
  }
  await givenUp(deliveryHarness, 1);
  for (const [index, pause] of pauses.entries()) {
    expect([index, pause >= 1_000 * 2 ** index, pause <= 1_100 * 2 ** index]).toEqual([index, true, true]);
  }
  expect(await listed(deliveryHarness, { subscription, state: 'given_up' })).toMatchObject([
    {
      subscription,
      event: 'case_completed',
      state: 'given_up',
      attempts: 5,
      failure: `127.0.0.1:${receiver.port} answered 503.`,
      dueAt: null,
    },
  ]);
});

test('[F3.3] a requested retry delay is respected', async () => {
  const deliveryHarness = await open();
  const receiver = await receive((response, _, index) => {
    response.writeHead(index === 0 ? 429 : 204, index === 0 ? { 'retry-after': '300' } : {}).end();
  });
  await subscribe(deliveryHarness, receiver, { workflow: 'greet' });
  await start(deliveryHarness, 'greet');
  await deliveryHarness.until(() => receiver.receivedRequests.length === 1);
  await deliveryHarness.until(async () =>
    (await listed(deliveryHarness, {})).some(({ attempts }) => attempts === 1),
  );
  deliveryHarness.clock.advance(299_000);
  await deliveryHarness.until(async () => (await listed(deliveryHarness, {})).length === 1);
  expect(receiver.receivedRequests).toHaveLength(1);
  deliveryHarness.clock.advance(1_000);
  await deliveryHarness.until(() => receiver.receivedRequests.length === 2);
});

test('[F3.3] a refused delivery is not retried; later ones are sent', async () => {
  const deliveryHarness = await open();
  const receiver = await receive(
    (response, _, index) => void response.writeHead(index === 0 ? 404 : 200).end(),
  );
  const subscription = await subscribe(deliveryHarness, receiver, {
    workflow: 'ask',
    events: ['case_started', 'case_completed'],
  });
  const run = await start(deliveryHarness, 'ask');
  await givenUp(deliveryHarness, 1);
  await answerNext(deliveryHarness, run, 'x');
  await settled(deliveryHarness);
  expect(eventsReceived(receiver)).toEqual(['case_started', 'case_completed']);
  expect(await listed(deliveryHarness, { subscription })).toMatchObject([
    { event: 'case_started', attempts: 1 },
  ]);
});

test('[F3.3][F3.5] a redirect is given up, and nothing is sent to its target', async () => {
  const deliveryHarness = await open();
  const inner = await receive();
  for (const location of [inner.url, 'http://169.254.169.254/latest/meta-data/', 'http://[::1]/']) {
    const receiver = await receive(status(302, { location }));
    const subscription = await subscribe(deliveryHarness, receiver, { workflow: 'greet' });
    await start(deliveryHarness, 'greet');
    await deliveryHarness.until(
      async () => (await listed(deliveryHarness, { subscription, state: 'given_up' })).length === 1,
    );
    const [delivery] = await listed(deliveryHarness, { subscription });
    expect(delivery?.failure).toBe(`127.0.0.1:${receiver.port} answered 302: redirects are not followed.`);
    await deliveryHarness.call('subscriptions.delete', { subscription });
  }
  expect(inner.receivedRequests).toEqual([]);
});

test('[F3.4] 410 ends the subscription', async () => {
  const deliveryHarness = await open();
  const receiver = await receive(status(410));
  const subscription = await subscribe(deliveryHarness, receiver, { workflow: 'greet' });
  await start(deliveryHarness, 'greet');
  await deliveryHarness.until(
    async () => (await deliveryHarness.services.store.subscriptions.find('acme', subscription)) === undefined,
  );
  await start(deliveryHarness, 'greet');
  await settled(deliveryHarness);
  expect(receiver.receivedRequests).toHaveLength(1);
  const { entries } = await deliveryHarness.call<{ entries: object[] }>('audit.list', {
    target: subscription,
  });
  expect(entries).toMatchObject([
    { operation: 'subscriptions.delete', subject: 'signalbox' },
    { operation: 'subscriptions.create', subject: 'ann' },
  ]);
});

test('[F3.3] given up deliveries are sent again: one, or all of a subscription, in order and under their ids', async () => {
  const deliveryHarness = await open({ retries: 0 });
  const receiver = await receive(status(500));
  const subscription = await subscribe(deliveryHarness, receiver, {
    workflow: 'ask',
    events: ['case_started', 'work_item_offered', 'case_completed'],
  });
  const run = await start(deliveryHarness, 'ask');
  await answerNext(deliveryHarness, run, 'x');
  await givenUp(deliveryHarness, 3);
  const ids = receiver.receivedRequests.map(({ headers }) => headers['x-signalbox-delivery']);
  const deliveries = await listed(deliveryHarness, { run });
  expect(deliveries.map(({ delivery }) => delivery).toSorted()).toEqual([...ids].toSorted());
  receiver.respond(status(200));
  const [first] = ids;
  expect(await deliveryHarness.call('deliveries.resend', { delivery: first })).toMatchObject({
    state: 'waiting',
  });
  await settled(deliveryHarness);
  expect(receiver.receivedRequests).toHaveLength(4);
  expect(await deliveryHarness.refused('deliveries.resend', { delivery: first })).toBe('delivery_not_found');
  expect(await deliveryHarness.call('deliveries.resendAll', { subscription })).toEqual({
    subscription,
    resent: 2,
    more: false,
  });
  await settled(deliveryHarness);
  await givenUp(deliveryHarness, 0);
  expect(receiver.receivedRequests).toHaveLength(6);
  expect(receiver.receivedRequests.slice(3).map(({ headers }) => headers['x-signalbox-delivery'])).toEqual(
    ids,
  );
  expect(receiver.receivedRequests.slice(3).map(({ headers }) => headers['x-signalbox-attempt'])).toEqual([
    '1',
    '1',
    '1',
  ]);
});

test('[F3.3] deliveries that are still retried, or whose subscription has ended, are not sent again', async () => {
  const deliveryHarness = await open({ retries: 1 });
  const receiver = await receive(status(500));
  const subscription = await subscribe(deliveryHarness, receiver, { workflow: 'greet' });
  await start(deliveryHarness, 'greet');
  await deliveryHarness.until(async () =>
    (await listed(deliveryHarness, {})).some(({ attempts }) => attempts === 1),
  );
  const [waiting] = await listed(deliveryHarness, {});
  const resend = { delivery: waiting?.delivery };
  expect(await deliveryHarness.refused('deliveries.resend', resend)).toBe('delivery_under_way');
  await deliveryHarness.toNextAttempt();
  await givenUp(deliveryHarness, 1);
  await deliveryHarness.call('subscriptions.delete', { subscription }, bob);
  expect(await deliveryHarness.refused('deliveries.resend', resend)).toBe('subscription_not_found');
});
