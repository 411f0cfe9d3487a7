/** What subscribers are told: everything, in order, whatever receivers do. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tellOfEnd } from '../../src/operations/subscriptions/tell-of-end.ts';
import { caseEvents } from '../../src/runtime/index.ts';
import { type Mailroom, openMailroom } from './mailroom.ts';
import { answerNext, eventsTold, openReceiver, type Receiver, status } from './receiver.ts';

let mailroom: Mailroom;
let receiver: Receiver;

beforeEach(async () => {
  mailroom = await openMailroom();
  receiver = await openReceiver();
});

afterEach(async () => {
  await mailroom.close();
  await receiver.close();
});

interface Made {
  readonly subscription: string;
}

const subscribe = (input: object): Promise<Made> =>
  mailroom.call('subscriptions.create', { url: receiver.url, events: caseEvents, ...input });

const start = async (workflow: string, params: object = {}): Promise<string> =>
  (await mailroom.call<{ run: string }>('runs.start', { workflow, params })).run;

const arrived = (count: number): Promise<void> => mailroom.until(() => receiver.arrivals.length >= count);

/** Nothing waits any more. */
const settled = (): Promise<void> =>
  mailroom.until(async () => (await mailroom.services.store.outbox.count()).waiting === 0);

test('[F3.1][F3.4] every case of a workflow is told from its start to its end, in order', async () => {
  await subscribe({ workflow: 'chain' });
  const run = await start('chain');
  await arrived(2);
  await answerNext(mailroom, run, 'a');
  await answerNext(mailroom, run, 'b');
  await arrived(6);
  expect(eventsTold(receiver)).toEqual([
    'case_started',
    'work_item_offered',
    'work_item_completed',
    'work_item_offered',
    'work_item_completed',
    'case_completed',
  ]);
  const sequences = receiver.arrivals.map(({ json }) => Number(json['sequence']));
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  expect(receiver.arrivals[1]?.json).toMatchObject({
    workitem_id: expect.stringContaining(run),
    task_name: 'first',
    outcome: null,
  });
  expect(receiver.arrivals.at(-1)?.json).toMatchObject({
    case_id: run,
    outcome: { first: 'a', second: 'b' },
    specification: 'chain',
    timestamp: new Date(mailroom.clock.now()).toISOString(),
  });
});

test('[F3.1] one that fails is tried again under its id, and what comes after it waits: the order stays', async () => {
  receiver.respond((response, _, index) => void response.writeHead(index < 3 ? 503 : 200).end());
  await subscribe({ workflow: 'ask' });
  const run = await start('ask');
  await arrived(1);
  await answerNext(mailroom, run, 'yes');
  for (const count of [2, 3, 4]) {
    await mailroom.toNextAttempt();
    await arrived(count);
  }
  await settled();
  expect(eventsTold(receiver)).toEqual([
    ...Array(4).fill('case_started'),
    'work_item_offered',
    'work_item_completed',
    'case_completed',
  ]);
  const first = receiver.arrivals.slice(0, 4);
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
  await answerNext(mailroom, one, 'x');
  await arrived(1);
  await answerNext(mailroom, other, 'y');
  await arrived(3);
  expect(receiver.arrivals.slice(1).map(({ json }) => json['case_id'])).toEqual([other, other]);
});

test('[F3.1] what fails, is cancelled or reopened is told as that', async () => {
  await subscribe({ workflow: 'break' });
  const run = await start('break');
  await arrived(2);
  expect(receiver.arrivals[1]?.json).toMatchObject({
    event_type: 'case_failed',
    outcome: null,
    reason: 'broken',
    failure: { code: 'broken', message: 'It broke.' },
  });
  await mailroom.call('runs.reopen', { run });
  await arrived(4);
  expect(receiver.arrivals[2]?.json).toMatchObject({ event_type: 'case_started', reopened: true });
  expect(receiver.arrivals[3]?.json).toMatchObject({ event_type: 'case_failed' });
  const ids = receiver.arrivals.map(({ headers }) => headers['x-signalbox-delivery']);
  expect(new Set(ids).size).toBe(4);
  await subscribe({ workflow: 'ask', events: ['case_cancelled'] });
  await mailroom.call('runs.cancel', { run: await start('ask') });
  await arrived(5);
  expect(receiver.arrivals[4]?.json).toMatchObject({ event_type: 'case_cancelled', reason: 'cancelled' });
});

test('[F3.1] a copy is told from its own life on; one that is over has nothing to tell', async () => {
  const run = await start('chain');
  await mailroom.until(async () => (await mailroom.services.store.runs.find('acme', run))?.items === 1);
  await subscribe({ workflow: 'chain' });
  await mailroom.call('runs.fork', { run, at: 1 });
  await arrived(2);
  expect(eventsTold(receiver)).toEqual(['case_started', 'work_item_offered']);
  const ended = await start('greet');
  await mailroom.until(
    async () => (await mailroom.services.store.runs.find('acme', ended))?.endedAt !== null,
  );
  await subscribe({ workflow: 'greet' });
  const document = await mailroom.call('runs.export', { run: ended });
  await mailroom.call('runs.import', { document });
  await settled();
  expect(receiver.arrivals).toHaveLength(2);
});

test('[F3.1] an item that is given back is offered again', async () => {
  const run = await start('ask');
  await subscribe({ run, events: ['work_item_offered'] });
  const { items } = await mailroom.call<{ items: { item: string }[] }>('items.list', { run });
  const item = items[0]?.item;
  await mailroom.call('items.hold', { item });
  await mailroom.call('items.release', { item });
  await arrived(1);
  expect(receiver.arrivals[0]?.json).toMatchObject({ event_type: 'work_item_offered', workitem_id: item });
});

test('[F3.4] a case that has ended already is told at once, and once', async () => {
  const run = await start('greet', { name: 'Ann' });
  await mailroom.until(async () => (await mailroom.services.store.runs.find('acme', run))?.endedAt !== null);
  // However often it is asked for.
  for (const _ of [1, 2, 3]) {
    await subscribe({ run, idempotencyKey: 'once' });
    await settled();
  }
  expect(receiver.arrivals.map(({ json }) => json)).toMatchObject([
    { event_type: 'case_completed', outcome: 'Hello, Ann!' },
  ]);
});

test('[F3.1] whoever subscribes while the case ends is told under the same id, whoever tells it', async () => {
  // The receiver is down until both have told it: had they given it two ids, it would come twice.
  receiver.respond(status(500));
  const run = await start('ask');
  const { subscription } = await subscribe({ run, events: ['case_completed'] });
  await answerNext(mailroom, run, 'x');
  await arrived(1);
  const { services } = mailroom;
  const found = await services.store.subscriptions.find('acme', subscription);
  if (found === undefined) throw new Error('There is no subscription.');
  // As one does that comes too late to be told by the engine.
  await tellOfEnd({ ...services, store: { ...services.store } }, found);
  const { deliveries } = await mailroom.call<{ deliveries: object[] }>('deliveries.list', { subscription });
  expect(deliveries).toHaveLength(1);
});

test('[F3.4] nothing is sent any more to whoever unsubscribes, not even what waits', async () => {
  receiver.respond(status(503));
  const { subscription } = await subscribe({ workflow: 'ask' });
  const run = await start('ask');
  await arrived(1);
  await mailroom.call('subscriptions.delete', { subscription });
  await answerNext(mailroom, run, 'x');
  await settled();
  mailroom.clock.advance(3_600_000);
  await settled();
  expect(receiver.arrivals).toHaveLength(1);
  expect(await mailroom.refused('subscriptions.get', { subscription })).toBe('subscription_not_found');
});

test('[F3.4] a subscription ends at its time, and goes on when it is renewed before', async () => {
  const two = await openReceiver();
  const mortal = await subscribe({ workflow: 'greet', events: ['case_completed'] });
  const renewed = await subscribe({ workflow: 'greet', events: ['case_completed'], url: two.url });
  mailroom.clock.advance(7_199_000);
  await mailroom.call('subscriptions.renew', { subscription: renewed.subscription });
  await start('greet');
  await mailroom.until(() => receiver.arrivals.length === 1 && two.arrivals.length === 1);
  mailroom.clock.advance(1_000);
  await start('greet');
  await mailroom.until(() => two.arrivals.length === 2);
  await settled();
  expect(receiver.arrivals).toHaveLength(1);
  const views = await mailroom.call<{ subscriptions: Made[] }>('subscriptions.list', {});
  expect(views.subscriptions.map(({ subscription }) => subscription)).toEqual([renewed.subscription]);
  expect(await mailroom.call('subscriptions.get', { subscription: mortal.subscription })).toMatchObject({
    state: 'expired',
  });
  await two.close();
});

test('[F3.4] what happened before the end of a subscription is still told after it', async () => {
  receiver.respond((response, _, index) => void response.writeHead(index === 0 ? 500 : 200).end());
  const made = { workflow: 'greet', events: ['case_completed'], lifeMs: 60_000 };
  const { subscription } = await subscribe(made);
  mailroom.clock.advance(59_500);
  await start('greet');
  await mailroom.toNextAttempt();
  expect(await mailroom.call('subscriptions.get', { subscription })).toMatchObject({ state: 'expired' });
  await arrived(2);
  await settled();
  expect(eventsTold(receiver)).toEqual(['case_completed', 'case_completed']);
});
