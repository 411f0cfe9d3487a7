import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFakeClock,
  type FakeClock,
  type OpenReceipts,
  type RedisServer,
  sharedReceiptsCases,
  startRedisServer,
} from '../../testing/index.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import type { Receipt } from '../ports/receipt.ts';
import type { SharedReceipts } from '../ports/shared-receipts.ts';
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

/** @param some what is not as usual */
const create = (clock: FakeClock, some: Partial<RedisReceiptsOptions> = {}): SharedReceipts =>
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
