/** Receivers that hang, fail, or want no more: each is tried as long as that makes sense, and holds up no other [F3.3]. */
import { afterEach, expect, test } from 'vitest';
import type { DeliveryView } from '../../src/operations/index.ts';
import { bob } from '../operations/office.ts';
import { type Mailroom, type MailroomOptions, openMailroom } from './mailroom.ts';
import { answerNext, eventsTold, openReceiver, type Receiver, type Respond, status } from './receiver.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(options?: MailroomOptions): Promise<Mailroom> {
  const mailroom = await openMailroom(options);
  cleanUps.push(mailroom.close);
  return mailroom;
}

async function receive(respond?: Respond): Promise<Receiver> {
  const receiver = await openReceiver(respond);
  cleanUps.push(receiver.close);
  return receiver;
}

const subscribe = async (mailroom: Mailroom, { url }: Receiver, input: object): Promise<string> =>
  (await mailroom.call<{ subscription: string }>('subscriptions.create', { url, ...input })).subscription;

const start = async (mailroom: Mailroom, workflow: string): Promise<string> =>
  (await mailroom.call<{ run: string }>('runs.start', { workflow })).run;

const listed = async (mailroom: Mailroom, input: object): Promise<readonly DeliveryView[]> =>
  (await mailroom.call<{ deliveries: readonly DeliveryView[] }>('deliveries.list', input)).deliveries;

const givenUp = (mailroom: Mailroom, count: number): Promise<void> =>
  mailroom.until(async () => (await mailroom.services.store.outbox.count()).givenUp === count);

/** Nothing waits any more. */
const settled = (mailroom: Mailroom): Promise<void> =>
  mailroom.until(async () => (await mailroom.services.store.outbox.count()).waiting === 0);

test('[F3.3] a receiver that hangs holds up no other', async () => {
  const mailroom = await open({ timeout: 60_000 });
  const [hanging, prompt] = [await receive(() => {}), await receive()];
  await subscribe(mailroom, hanging, { workflow: 'greet' });
  await subscribe(mailroom, prompt, { workflow: 'greet' });
  for (let count = 1; count <= 40; count++) {
    await start(mailroom, 'greet');
    await mailroom.until(() => prompt.arrivals.length === count);
  }
  expect(hanging.arrivals.length).toBeGreaterThan(0);
});

test('[F3.3] it is tried later each time, and given up in the end, with the reason', async () => {
  const mailroom = await open({ retries: 4 });
  const receiver = await receive(status(503));
  const subscription = await subscribe(mailroom, receiver, { workflow: 'greet' });
  await start(mailroom, 'greet');
  const pauses: number[] = [];
  for (let count = 1; count <= 5; count++) {
    await mailroom.until(() => receiver.arrivals.length === count);
    if (count === 5) break;
    const before = mailroom.clock.now();
    await mailroom.toNextAttempt();
    pauses.push(mailroom.clock.now() - before);
  }
  await givenUp(mailroom, 1);
  for (const [index, pause] of pauses.entries()) {
    expect([index, pause >= 1_000 * 2 ** index, pause <= 1_100 * 2 ** index]).toEqual([index, true, true]);
  }
  expect(await listed(mailroom, { subscription, state: 'given_up' })).toMatchObject([
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

test('[F3.3] a receiver that asks for patience is left alone for so long', async () => {
  const mailroom = await open();
  const receiver = await receive((response, _, index) => {
    response.writeHead(index === 0 ? 429 : 204, index === 0 ? { 'retry-after': '300' } : {}).end();
  });
  await subscribe(mailroom, receiver, { workflow: 'greet' });
  await start(mailroom, 'greet');
  await mailroom.until(() => receiver.arrivals.length === 1);
  await mailroom.until(async () => (await listed(mailroom, {})).some(({ attempts }) => attempts === 1));
  mailroom.clock.advance(299_000);
  await mailroom.until(async () => (await listed(mailroom, {})).length === 1);
  expect(receiver.arrivals).toHaveLength(1);
  mailroom.clock.advance(1_000);
  await mailroom.until(() => receiver.arrivals.length === 2);
});

test('[F3.3] a receiver that refuses is not asked again; what comes next is told', async () => {
  const mailroom = await open();
  const receiver = await receive(
    (response, _, index) => void response.writeHead(index === 0 ? 404 : 200).end(),
  );
  const subscription = await subscribe(mailroom, receiver, {
    workflow: 'ask',
    events: ['case_started', 'case_completed'],
  });
  const run = await start(mailroom, 'ask');
  await givenUp(mailroom, 1);
  await answerNext(mailroom, run, 'x');
  await settled(mailroom);
  expect(eventsTold(receiver)).toEqual(['case_started', 'case_completed']);
  expect(await listed(mailroom, { subscription })).toMatchObject([{ event: 'case_started', attempts: 1 }]);
});

test('[F3.3][F3.5] a redirect is given up, and nothing is sent to where it leads', async () => {
  const mailroom = await open();
  const inner = await receive();
  for (const location of [inner.url, 'http://169.254.169.254/latest/meta-data/', 'http://[::1]/']) {
    const receiver = await receive(status(302, { location }));
    const subscription = await subscribe(mailroom, receiver, { workflow: 'greet' });
    await start(mailroom, 'greet');
    await mailroom.until(
      async () => (await listed(mailroom, { subscription, state: 'given_up' })).length === 1,
    );
    const [delivery] = await listed(mailroom, { subscription });
    expect(delivery?.failure).toBe(`127.0.0.1:${receiver.port} answered 302: redirects are not followed.`);
    await mailroom.call('subscriptions.delete', { subscription });
  }
  expect(inner.arrivals).toEqual([]);
});

test('[F3.4] 410 ends the subscription', async () => {
  const mailroom = await open();
  const receiver = await receive(status(410));
  const subscription = await subscribe(mailroom, receiver, { workflow: 'greet' });
  await start(mailroom, 'greet');
  await mailroom.until(
    async () => (await mailroom.services.store.subscriptions.find('acme', subscription)) === undefined,
  );
  await start(mailroom, 'greet');
  await settled(mailroom);
  expect(receiver.arrivals).toHaveLength(1);
  const { entries } = await mailroom.call<{ entries: object[] }>('audit.list', { target: subscription });
  expect(entries).toMatchObject([
    { operation: 'subscriptions.delete', subject: 'signalbox' },
    { operation: 'subscriptions.create', subject: 'ann' },
  ]);
});

test('[F3.3] what was given up is sent again: one, or all of a subscription, in order and under its id', async () => {
  const mailroom = await open({ retries: 0 });
  const receiver = await receive(status(500));
  const subscription = await subscribe(mailroom, receiver, {
    workflow: 'ask',
    events: ['case_started', 'work_item_offered', 'case_completed'],
  });
  const run = await start(mailroom, 'ask');
  await answerNext(mailroom, run, 'x');
  await givenUp(mailroom, 3);
  const ids = receiver.arrivals.map(({ headers }) => headers['x-signalbox-delivery']);
  const deliveries = await listed(mailroom, { run });
  expect(deliveries.map(({ delivery }) => delivery).toSorted()).toEqual([...ids].toSorted());
  receiver.respond(status(200));
  const [first] = ids;
  expect(await mailroom.call('deliveries.resend', { delivery: first })).toMatchObject({ state: 'waiting' });
  await settled(mailroom);
  expect(receiver.arrivals).toHaveLength(4);
  expect(await mailroom.refused('deliveries.resend', { delivery: first })).toBe('delivery_not_found');
  expect(await mailroom.call('deliveries.resendAll', { subscription })).toEqual({
    subscription,
    resent: 2,
    more: false,
  });
  await settled(mailroom);
  await givenUp(mailroom, 0);
  expect(receiver.arrivals).toHaveLength(6);
  expect(receiver.arrivals.slice(3).map(({ headers }) => headers['x-signalbox-delivery'])).toEqual(ids);
  expect(receiver.arrivals.slice(3).map(({ headers }) => headers['x-signalbox-attempt'])).toEqual([
    '1',
    '1',
    '1',
  ]);
});

test('[F3.3] what is still tried, or nobody is there for, is not sent again', async () => {
  const mailroom = await open({ retries: 1 });
  const receiver = await receive(status(500));
  const subscription = await subscribe(mailroom, receiver, { workflow: 'greet' });
  await start(mailroom, 'greet');
  await mailroom.until(async () => (await listed(mailroom, {})).some(({ attempts }) => attempts === 1));
  const [waiting] = await listed(mailroom, {});
  const resend = { delivery: waiting?.delivery };
  expect(await mailroom.refused('deliveries.resend', resend)).toBe('delivery_under_way');
  await mailroom.toNextAttempt();
  await givenUp(mailroom, 1);
  await mailroom.call('subscriptions.delete', { subscription }, bob);
  expect(await mailroom.refused('deliveries.resend', resend)).toBe('subscription_not_found');
});
