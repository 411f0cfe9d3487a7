/** Receivers that answer at random, and a sender that is stopped at random: every lane is always delivered in order. */
import { expect, test } from 'vitest';
import { createMemoryStore, type DeliveryResult, type Message, type Store } from '../../src/runtime/index.ts';
import { createRandom } from '../../src/testing/index.ts';
import { openFile } from './engine-harness.ts';
import { delivered, failed, hour, openSenderFixture } from './outbox-sender-fixture.ts';

const laneOf = ({ tenant, target, run }: Message): string => `${tenant} ${target} ${run}`;

async function play(seed: number, store: Store) {
  const random = createRandom(seed);
  const underWay = new Map<string, string>();
  const arrived: Message[] = [];
  const overlaps: string[] = [];
  let isWell = false;
  const answer = (): DeliveryResult => {
    const draw = isWell ? 0 : random.int(6);
    if (draw <= 2) return delivered;
    return draw === 3 ? { kind: 'failed', reason: 'Busy.', after: random.int(hour) } : failed;
  };
  const fixture = await openSenderFixture(
    async (message) => {
      const lane = laneOf(message);
      if (underWay.has(lane)) overlaps.push(`${underWay.get(lane)} and ${message.id}`);
      underWay.set(lane, message.id);
      for (let turn = random.int(4); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
      const given = answer();
      // A delivery that was aborted in the meantime may still have arrived.
      if (given.kind === 'delivered') arrived.push(message);
      if (underWay.get(lane) === message.id) underWay.delete(lane);
      return given;
    },
    { store, retries: 1_000 },
  );
  const written: Message[] = [];
  let sender = fixture.open();
  for (let step = 0; step < 150; step++) {
    const draw = random.int(10);
    if (draw < 5) {
      const place = random.pick(['one', 'two', 'three']);
      const [target, run] = [`${place}-${random.int(2)}`, random.pick(['r1', 'r2'])];
      await fixture.put(`m${step}`, { place, target, run, dueAt: fixture.clock.now() });
      const message = await store.outbox.find('acme', `m${step}`);
      if (message !== undefined) written.push(message);
      sender.wake();
    } else if (draw < 9) await fixture.advance(random.int(5_000));
    else {
      await sender.close();
      underWay.clear();
      sender = fixture.open();
      sender.wake();
    }
  }
  isWell = true;
  for (let round = 0; round < 50 && (await store.outbox.count()).waiting > 0; round++)
    await fixture.advance(2 * hour);
  await sender.close();
  return { written, arrived, overlaps, left: await store.outbox.count() };
}

function check({ written, arrived, overlaps, left }: Awaited<ReturnType<typeof play>>): void {
  expect(left).toEqual({ waiting: 0, givenUp: 0 });
  expect(overlaps).toEqual([]);
  expect(written.length).toBeGreaterThan(40);
  expect(arrived.length).toBeGreaterThanOrEqual(written.length);
  for (const lane of new Set(written.map(laneOf))) {
    const inLane = (messages: readonly Message[]) =>
      messages.filter((each) => laneOf(each) === lane).map(({ id }) => id);
    expect([...new Set(inLane(arrived))], lane).toEqual(inLane(written));
  }
}

test.each([1, 2, 3, 4, 5, 6])(
  '[F3.1] every lane is delivered in order, at least once, in memory, seed %i',
  async (seed) => check(await play(seed, createMemoryStore())),
);

test.each([7, 8])(
  '[F3.1] every lane is delivered in order, at least once, from a file, seed %i',
  async (seed) => {
    const file = await openFile();
    const store = await file.open();
    check(await play(seed, store));
    await store.close();
    await file.remove();
  },
);
