/** Random steps on subscriptions and messages. */
import {
  type Busy,
  caseEvents,
  type Message,
  type MessageOutcome,
  messageId,
  type ReceiptsAndAudit,
  type Store,
  type Subscription,
} from '../../runtime/ports/index.ts';
import type { Random } from '../stand-ins/seeded-random.ts';
import { marks, people, randomId, receiptKeys, tenants, times, workflows } from './random-unit.ts';
import { notBusy, sampleMessage, sampleReceipt, sampleSubscription } from './store-samples.ts';
import type { Choice, StoreStep } from './store-step.ts';

const targets = ['t1', 't2', 't3', 't4', 't5', 't6'] as const;
const urls = ['https://one', 'https://two/', 'https://two/hook', 'https://three'] as const;
const hosts = ['one', 'two', 'three'] as const;
const month = 30 * 86_400_000;

export function messageChoices(
  random: Random,
  tenant: string,
  time: number,
  limit: number,
): readonly Choice[] {
  const failure = random.pick(['No answer.', 'Answered 500.']);
  const nth = random.int(6);
  return [
    [2, () => dueStep(random, time, limit)],
    [1, () => ({ what: 'next message', act: (store) => store.outbox.next(time) })],
    [1, () => settleStep('delivered', nth, (message) => ({ kind: 'delivered', message }))],
    [
      1,
      () =>
        settleStep('postponed', nth, (message) => ({
          kind: 'postponed',
          message,
          dueAt: time,
          failure,
        })),
    ],
    [1, () => settleStep('given up', nth, (message) => ({ kind: 'given-up', message, at: time, failure }))],
    [1, () => ({ what: 'sent again', act: (store) => resend(store, tenant, nth, time) })],
    [1, () => putStep(random, tenant, time)],
    [
      1,
      () => {
        const query = {
          ...(random.chance(0.4) ? { state: random.pick(['waiting', 'given-up'] as const) } : {}),
          ...(random.chance(0.3) ? { run: randomId(random) } : {}),
          ...(random.chance(0.3) ? { target: random.pick(targets) } : {}),
        };
        const page = random.chance(0.3) ? { after: randomMessageId(random), limit } : { limit };
        return { what: 'messages', act: (store) => store.outbox.search(tenant, query, page) };
      },
    ],
    [
      0.5,
      () => {
        const of = random.chance(0.5) ? tenant : undefined;
        return { what: 'count of messages', act: (store) => store.outbox.count(of) };
      },
    ],
    [0.3, () => ({ what: 'forget messages', act: (store) => store.retention.forget(month + time, 10_000) })],
  ];
}

export function subscriptionChoices(
  random: Random,
  tenant: string,
  time: number,
  limit: number,
): readonly Choice[] {
  const id = random.pick(targets);
  const receiptsAndAudit = randomReceiptsAndAudit(random, tenant, time);
  return [
    [3, () => subscribeStep(randomSubscription(random, tenant), receiptsAndAudit)],
    [
      1,
      () => ({
        what: 'renew',
        act: (store) => store.subscriptions.renew(tenant, id, time + 5, receiptsAndAudit),
      }),
    ],
    [
      0.7,
      () => ({
        what: 'unsubscribe',
        act: (store) => store.subscriptions.remove(tenant, id, receiptsAndAudit),
      }),
    ],
    [
      1,
      () => {
        const query = {
          ...(random.chance(0.3) ? { subject: random.pick(people) } : {}),
          ...(random.chance(0.3) ? { run: random.chance(0.5) ? '' : randomId(random) } : {}),
          ...(random.chance(0.3) ? { workflow: random.pick(workflows) } : {}),
          ...(random.chance(0.3) ? { at: time } : {}),
        };
        const page = random.chance(0.3) ? { after: random.pick(targets), limit } : { limit };
        const act = async (store: Store) => [
          await store.subscriptions.search(tenant, query, page),
          await store.subscriptions.count(tenant, query),
        ];
        return { what: 'subscriptions', act };
      },
    ],
  ];
}

const randomMessageId = (random: Random): string =>
  messageId(random.pick(targets), randomId(random), random.pick(marks));

/** The same id always has the same address and tenant. */
function randomSubscription(random: Random, tenant: string): Subscription {
  const id = random.pick(targets);
  return sampleSubscription({
    tenant,
    id,
    subject: random.pick(people),
    run: random.chance(0.5) ? '' : randomId(random),
    workflow: random.pick(workflows),
    events: random.shuffle(caseEvents).slice(0, random.between(1, 6)),
    url: urls[targets.indexOf(id) % urls.length] ?? '',
    createdAt: random.int(times),
    expiresAt: random.int(times * 2),
  });
}

const randomReceiptsAndAudit = (random: Random, tenant: string, at: number): ReceiptsAndAudit => ({
  audit: [],
  receipts: random.chance(0.2)
    ? [sampleReceipt({ tenant, key: random.pick(receiptKeys), at, expiresAt: at + random.int(times) })]
    : [],
});

/** An id is unique: every store refuses it the second time. */
const subscribeStep = (subscription: Subscription, receiptsAndAudit: ReceiptsAndAudit): StoreStep => ({
  what: 'subscribe',
  act: (store) => store.subscriptions.add(subscription, receiptsAndAudit).catch(() => 'taken'),
});

function dueStep(random: Random, time: number, limit: number): StoreStep {
  const busy = {
    places: random.chance(0.4) ? [{ tenant: random.pick(tenants), place: random.pick(hosts) }] : [],
    hosts: random.chance(0.3) ? [{ tenant: random.pick(tenants), host: random.pick(hosts) }] : [],
    tenants: random.chance(0.2) ? [random.pick(tenants)] : [],
  };
  const act = async ({ outbox }: Store) => {
    const first = await outbox.due(time, limit, notBusy);
    const underWay: Busy = { ...busy, messages: first.slice(0, 2) };
    return [first, await outbox.due(time, limit, underWay)];
  };
  return { what: 'due messages', act };
}

/** Settles the nth due message, and the one after it. */
const settleStep = (
  what: string,
  nth: number,
  outcomeOf: (message: Message) => MessageOutcome,
): StoreStep => ({
  what,
  async act({ outbox }) {
    const due = await outbox.due(times * 2, 50, notBusy);
    const settled = due.slice(nth, nth + 2);
    await outbox.settle(settled.map(outcomeOf));
    return settled;
  },
});

async function resend({ outbox }: Store, tenant: string, nth: number, time: number): Promise<unknown> {
  const givenUp = await outbox.search(tenant, { state: 'given-up' }, { limit: 50 });
  const message = givenUp[nth % Math.max(givenUp.length, 1)];
  if (message === undefined) return outbox.resend(tenant, 'none', time);
  return [await outbox.resend(tenant, message.id, time), await outbox.find(tenant, message.id)];
}

function putStep(random: Random, tenant: string, time: number): StoreStep {
  const [target, run, mark] = [random.pick(targets), randomId(random), random.pick(marks)];
  const message = sampleMessage({ tenant, target, run, id: messageId(target, run, mark), dueAt: time });
  return { what: 'put message', act: (store) => store.outbox.put(message) };
}
