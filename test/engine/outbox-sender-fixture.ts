/** For tests: an outbox sender over a store, with a fake clock and scripted receivers. */
import { type DeliveryResult, OutboxSender } from '../../src/runtime/engine/outbox-sender.ts';
import { createMemoryStore, type Message, type Store } from '../../src/runtime/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';

export const start = 1_000_000;
export const hour = 3_600_000;

type Respond = (message: Message) => DeliveryResult | Promise<DeliveryResult>;

export const delivered: DeliveryResult = { kind: 'delivered' };
export const failed: DeliveryResult = { kind: 'failed', reason: 'Answered 500.' };
export const never = new Promise<DeliveryResult>(() => undefined);

export async function openSenderFixture(
  respond: Respond,
  options: { readonly store?: Store; readonly retries?: number } = {},
) {
  const { store = createMemoryStore(), retries } = options;
  const clock = createFakeClock(start);
  const sent: { readonly id: string; readonly at: number }[] = [];
  const signals: AbortSignal[] = [];
  const reports: string[] = [];
  const script = { respond };
  const open = () =>
    new OutboxSender({
      clock,
      outbox: store.outbox,
      async deliver(message, signal) {
        sent.push({ id: message.id, at: clock.now() - start });
        signals.push(signal);
        return script.respond(message);
      },
      report: (message) => reports.push(message),
      ...(retries === undefined ? {} : { retries }),
    });
  const fixture = {
    store,
    clock,
    script,
    sent,
    signals,
    reports,
    open,
    ids: () => sent.map(({ id }) => id),
    /** A message in its own lane to a place, by default. */
    async put(id: string, some: Partial<Message> = {}): Promise<void> {
      const { tenant = 'acme', target = `of ${id}` } = some;
      if ((await store.subscriptions.find(tenant, target)) === undefined) {
        await store.subscriptions.add(
          {
            tenant,
            id: target,
            subject: 'ada',
            run: '',
            workflow: 'w',
            events: ['case_completed'],
            url: `https://${some.place ?? 'example.com'}/`,
            secret: '',
            createdAt: start,
            expiresAt: start + hour,
          },
          { audit: [], receipts: [] },
        );
      }
      const about = { tenant, id, run: 'run', event: 'case_completed', target, body: '' } as const;
      const life = { createdAt: start, dueAt: start, attempts: 0, failure: '', givenUpAt: null };
      await store.outbox.put({ ...about, ...life, ...some });
    },
    /** Lets everything happen that can happen now. */
    async settle(): Promise<void> {
      for (let turn = 0; turn < 20; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
        clock.advance(0);
      }
    },
    async advance(milliseconds: number): Promise<void> {
      clock.advance(milliseconds);
      await fixture.settle();
    },
  };
  return fixture;
}
