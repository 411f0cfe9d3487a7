/** A Redis server that is not there: nothing is done meanwhile that might be done twice, and what was done stays known. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperationError } from '../../src/operations/index.ts';
import { createRandom, type RedisServer, startRedisServer } from '../../src/testing/index.ts';
import { type Land, openLand, orderOf, type Replica, until } from './replica.ts';

let server: RedisServer;
let land: Land;
beforeEach(async () => {
  server = await startRedisServer();
  land = await openLand(server.url);
});
afterEach(async () => {
  await land.end();
  await server.end();
});

const isRetryable = (error: unknown): boolean =>
  error instanceof OperationError && error.details.code === 'engine_unavailable' && error.details.retryable === true;

/** As a careful agent does: the same again, until it is answered. @returns the case, and how often it was refused */
async function insist(replica: Replica, key: string): Promise<readonly [id: string, refusals: number]> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      return [(await replica.submit(key)).case_id, refusals];
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

test.each([71])(
  '[F2.4] stopped and started again in the middle of a stream of submissions: each is done once (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const replicas = [await land.open('one'), await land.open('other')];
    const keys = Array.from({ length: 60 }, (_, at) => `k${at}`);
    const told = new Map<string, string>();
    let refusals = 0;
    const send = async (key: string): Promise<void> => {
      const [id, refused] = await insist(random.pick(replicas), key);
      refusals += refused;
      expect(told.get(key) ?? id).toBe(id);
      told.set(key, id);
    };
    const stream = async (): Promise<void> => {
      for (const key of keys) await Promise.all([send(key), send(key)]);
    };
    const sent = stream();
    await until(async () => told.size >= 20);
    await server.stop();
    await until(async () => refusals > 0 || told.size === keys.length);
    // Refused ones are counted when they succeed, so some are only now.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await server.start();
    await sent;
    expect(refusals).toBeGreaterThan(0);
    expect(told.size).toBe(keys.length);
    // What was done is still known where it was done, although Redis has forgotten it.
    const kept = await Promise.all(
      replicas.map(async (replica) => {
        const { runs } = (await replica.call('runs.list', { limit: 200 })) as { runs: { run: string }[] };
        return runs.map(({ run }) => run);
      }),
    );
    expect(kept.flat().toSorted()).toEqual([...told.values()].toSorted());
  },
);
