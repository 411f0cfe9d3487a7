import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type RedisServer, startRedisServer } from '../../../test/servers/redis-server.ts';
import { createFakeClock, type OpenReceipts, sharedReceiptsCases } from '../../testing/index.ts';
import { systemClock } from '../engine/system-clock.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Receipt, Receipts } from '../ports/receipt.ts';
import { type Claimed, type SharedReceipts, SharedReceiptsError } from '../ports/shared-receipts.ts';
import { parseRedisAddress, type RedisAddress } from './redis-address.ts';
import { createRedisReceipts, type RedisReceiptsOptions } from './redis-receipts.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.end());

const addressOf = (url: string): RedisAddress => {
  const address = parseRedisAddress(url);
  if (address === undefined) throw new Error('It is no address.');
  return address;
};

let places = 0;

/** @param some overrides of the defaults */
const create = (clock: Clock, some: Partial<RedisReceiptsOptions> = {}): SharedReceipts =>
  createRedisReceipts({
    address: addressOf(server.url),
    prefix: 'box',
    identity: 'a',
    life: 3_600_000,
    clock,
    own: createMemoryStore().receipts,
    grace: 0,
    report: () => undefined,
    ...some,
  });

const open: OpenReceipts = async (clock) => {
  places += 1;
  const prefix = `case-${places}`;
  // There is nothing to report.
  await server.ask('SET', `${prefix}:age`, '1');
  for (const identity of ['a', 'b', 'c']) await server.ask('SET', `${prefix}:told:${identity}`, '1');
  const all: SharedReceipts[] = [];
  return {
    process(identity) {
      const made = create(clock, { prefix, identity });
      all.push(made);
      return made;
    },
    async end() {
      for (const each of all) await each.close();
    },
  };
};

test.each(sharedReceiptsCases['F2.1'])('[F2.1] Redis: $fact', ({ run }) => run(open));
test.each(sharedReceiptsCases['F2.4'])('[F2.4] Redis: $fact', ({ run }) => run(open));

const start = 1_800_000_000_000;

const receiptOf = (some: Partial<Receipt> = {}): Receipt => ({
  tenant: 'acme',
  subject: 'ann',
  operation: 'runs.start',
  key: 'k',
  input: 'hash',
  run: 'run-1',
  seq: 1,
  outcome: 'running',
  at: start,
  expiresAt: start + 3_600_000,
  ...some,
});

const receiptsOf = (count: number): readonly Receipt[] =>
  Array.from({ length: count }, (_, at) =>
    receiptOf({ key: `k${at}`, run: `run-${at}`, expiresAt: Date.now() + 60_000 }),
  );

/** A store that holds these. */
const knowing = (...receipts: readonly Receipt[]): Receipts => ({
  find: async ({ key }) => receipts.find((each) => each.key === key),
  newest: async (_, limit, before) => {
    const from = before === undefined ? 0 : receipts.indexOf(before) + 1;
    return receipts.slice(from, from + limit);
  },
});

/** Asks again until no replica is executing it. */
async function answerOf(receipts: SharedReceipts, key: Receipt): Promise<Claimed> {
  for (;;) {
    const claimed = await receipts.claim(key);
    if (claimed.kind === 'claimed' || claimed.kind === 'done') return claimed;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A separate server, two replicas over it, and the reports of the first. */
async function openPair(own: Receipts, grace: number) {
  const redis = await startRedisServer();
  onTestFinished(() => redis.end());
  const address = addressOf(redis.url);
  const told: string[] = [];
  const report = (message: string, cause: unknown): void => void told.push(`${message} ${String(cause)}`);
  const [one, other] = [
    create(systemClock, { address, own, grace, report }),
    create(systemClock, { address, grace, identity: 'b' }),
  ];
  onTestFinished(() => one.close());
  onTestFinished(() => other.close());
  return { redis, one, other, told };
}

test('[F2.4] requests that were executed while Redis was unreachable are known to the others as soon as it is back', async () => {
  const receipt = receiptOf({ at: Date.now(), expiresAt: Date.now() + 60_000 });
  const store = { ...knowing() };
  const { redis, one, other } = await openPair(store, 500);
  expect(await answerOf(one, receipt)).toEqual({ kind: 'claimed' });
  Object.assign(store, knowing(receipt));
  await redis.stop();
  await expect(one.keep(receipt)).rejects.toThrow(SharedReceiptsError);
  await redis.start();
  await expect.poll(() => answerOf(other, receipt)).toEqual({ kind: 'done', receipt });
});

test('[F2.4] requests in progress when Redis loses its data are not started by others', async () => {
  const key = receiptOf({ expiresAt: Date.now() + 60_000 });
  const { redis, one, other } = await openPair(knowing(), 500);
  expect(await answerOf(one, key)).toEqual({ kind: 'claimed' });
  await other.check();
  await redis.ask('FLUSHALL');
  const answer = answerOf(other, key);
  // Other new keys may be claimed then: the grace period is over, and everything was reported.
  expect(await answerOf(other, { ...key, key: 'new' })).toEqual({ kind: 'claimed' });
  expect(await other.claim(key)).toEqual({ kind: 'elsewhere' });
  await one.release(key);
  expect(await answer).toEqual({ kind: 'claimed' });
});

test('[F2.4] all receipts of a store are reported, page after page', async () => {
  const many = receiptsOf(2_300);
  const { one, other } = await openPair(knowing(...many), 500);
  one.begin();
  for (const receipt of [many[0], many[999], many[1_000], many[2_299]]) {
    expect(await answerOf(other, receipt ?? receiptOf())).toEqual({ kind: 'done', receipt });
  }
});

/** A store whose pages after the first wait until they are released. */
function openSlow(receipts: readonly Receipt[]) {
  let open = (): void => undefined;
  let reach = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const store = knowing(...receipts);
  const own: Receipts = {
    ...store,
    async newest(now, limit, before) {
      if (before !== undefined) {
        reach();
        await opened;
      }
      return store.newest(now, limit, before);
    },
  };
  return { own, open, reached };
}

test('[F2.4] no unknown key is claimed while a replica still reports, for any length of time', async () => {
  const many = receiptsOf(1_200);
  const [newest, oldest] = [many[0] ?? receiptOf(), many[1_199] ?? receiptOf()];
  const { own, open: letThrough, reached } = openSlow(many);
  // The grace period is 0: only the mark of the reporting replica keeps the epoch closed.
  const { one, other, redis } = await openPair(own, 0);
  onTestFinished(letThrough);
  one.begin();
  await reached;
  expect(await other.claim(oldest)).toEqual({ kind: 'too-early' });
  expect(await answerOf(other, newest)).toEqual({ kind: 'done', receipt: newest });
  // The own store was consulted for its own requests: a replica need not wait for itself.
  expect(await answerOf(one, receiptOf({ key: 'new' }))).toEqual({ kind: 'claimed' });
  letThrough();
  expect(await answerOf(other, oldest)).toEqual({ kind: 'done', receipt: oldest });
  expect(await answerOf(other, receiptOf({ key: 'other' }))).toEqual({ kind: 'claimed' });
  expect(await redis.ask('EXISTS', 'box:telling')).toBe(':0\r\n');
});

test('[F2.4] a Redis that loses its data again in the meantime gets everything again', async () => {
  const many = receiptsOf(1_200);
  const { own, open: letThrough, reached } = openSlow(many);
  const { one, other, redis } = await openPair(own, 0);
  onTestFinished(letThrough);
  one.begin();
  await reached;
  await expect.poll(async () => Number((await redis.ask('DBSIZE')).slice(1))).toBeGreaterThan(500);
  await redis.ask('FLUSHALL');
  letThrough();
  await expect.poll(() => redis.ask('EXISTS', 'box:told:a')).toBe(':1\r\n');
  for (const receipt of many.slice(0, 3)) {
    expect(await other.claim(receipt)).toEqual({ kind: 'done', receipt });
  }
});

test('[F2.4] a replica that crashes while it reports blocks others only for some seconds', async () => {
  const one = create(systemClock, { prefix: 'marks' });
  onTestFinished(() => one.close());
  const mark = (until: number) => server.ask('ZADD', 'marks:telling', String(until), 'dead');
  await mark(Date.now() + 9_000);
  expect(await one.claim(receiptOf())).toEqual({ kind: 'too-early' });
  for (const [key, until] of Object.entries({ over: Date.now() - 1, nonsense: Date.now() + 3_600_000 })) {
    await mark(until);
    expect(await one.claim(receiptOf({ key }))).toEqual({ kind: 'claimed' });
  }
});

test('[F2.4] claims of a crashed process are settled by its store, before a request asks for them', async () => {
  const done = receiptOf({ key: 'done', expiresAt: Date.now() + 60_000 });
  const dead = create(createFakeClock(start), { prefix: 'dead' });
  await dead.claim(done);
  await dead.claim(receiptOf({ key: 'not done' }));
  const next = create(systemClock, { prefix: 'dead', own: knowing(done) });
  const other = create(systemClock, { prefix: 'dead', identity: 'b' });
  next.begin();
  expect(await answerOf(other, done)).toEqual({ kind: 'done', receipt: done });
  expect(await answerOf(other, receiptOf({ key: 'not done' }))).toEqual({ kind: 'claimed' });
  for (const each of [dead, next, other]) await each.close();
  expect(await server.ask('EXISTS', 'dead:claims:a')).toBe(':0\r\n');
});

test('[F2.4] keys of other types in its place do no harm', async () => {
  for (const key of ['odd:age', 'odd:claims:a', 'odd:told:a', 'odd:telling'])
    await server.ask('LPUSH', key, 'a list');
  const odd = create(systemClock, { prefix: 'odd' });
  expect(await answerOf(odd, receiptOf())).toEqual({ kind: 'claimed' });
  await odd.keep(receiptOf({ expiresAt: Date.now() + 60_000 }));
  await server.ask('SET', 'odd:age', '99999999999999');
  expect((await answerOf(odd, receiptOf({ key: 'other' }))).kind).toBe('claimed');
  await odd.close();
});

test.each([
  ['redis://:wrong@127.0.0.1', 'rejects the credentials'],
  ['redis://127.0.0.1', 'rejects the credentials'],
  ['redis://:pass%20word@127.0.0.1/99', 'does not have this database'],
])('[F2.4] %s is not used, and reported without credentials', async (url, reason) => {
  const closed = await startRedisServer(['--requirepass', 'pass word']);
  onTestFinished(() => closed.end());
  const told: string[] = [];
  const report = (message: string, cause: unknown): void => void told.push(`${message} ${String(cause)}`);
  const address = { ...addressOf(url), port: closed.port };
  const one = create(systemClock, { address, report });
  onTestFinished(() => one.close());
  const error: unknown = await one.claim(receiptOf()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SharedReceiptsError);
  expect(String(error)).toContain(reason);
  expect(told).toEqual([expect.stringContaining(reason)]);
  expect(`${String(error)} ${told.join()}`).not.toMatch(/wrong|pass/);
});

test('[F2.4] a password and a database are taken from the address', async () => {
  const closed = await startRedisServer(['--requirepass', 'pass word']);
  onTestFinished(() => closed.end());
  const address = { ...addressOf('redis://:pass%20word@127.0.0.1/3'), port: closed.port };
  const [one, other] = [create(systemClock, { address }), create(systemClock, { address, identity: 'b' })];
  onTestFinished(() => one.close());
  onTestFinished(() => other.close());
  expect(await one.claim(receiptOf())).toEqual({ kind: 'claimed' });
  expect(await other.claim(receiptOf())).toEqual({ kind: 'elsewhere' });
});
