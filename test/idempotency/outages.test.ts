/** An unreachable Redis server: nothing is done that might be done twice, and completed requests stay known. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperationError } from '../../src/operations/index.ts';
import { createRandom } from '../../src/testing/index.ts';
import { type RedisServer, startRedisServer } from '../servers/redis-server.ts';
import { openReplicaSet, type Replica, type ReplicaSet, submitInput, until } from './replica.ts';

let server: RedisServer;
let replicaSet: ReplicaSet;
beforeEach(async () => {
  server = await startRedisServer();
  await begin();
  replicaSet = await openReplicaSet(server.url);
});
afterEach(async () => {
  await replicaSet.end();
  await server.end();
});

/** It has not lost any data: no replica waits for reports of others. */
const begin = () => server.ask('SET', 'signalbox:age', '1');

/** Only the operator sees the address of Redis and the problem. */
const unreachable =
  'The shared store of idempotency keys cannot be reached, so it is unknown whether this key was used before. Nothing was done.';

const isRetryable = (error: unknown): boolean =>
  error instanceof OperationError &&
  error.details.code === 'engine_unavailable' &&
  error.details.retryable === true;

/** As a careful agent does: repeats the request until it is answered. @returns the case */
async function insist(replica: Replica, key: string, refused = () => {}): Promise<string> {
  for (;;) {
    try {
      return (await replica.submit(key)).case_id;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      refused();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Each takes some seconds: as long as replicas have to report. */
const seeds = process.env['SIGNALBOX_LONG'] === '1' ? Array.from({ length: 20 }, (_, at) => 71 + at) : [71];

test.each(seeds)(
  '[F2.4] stopped and started empty in the middle of a stream of submissions: each is executed once (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const replicas = [await replicaSet.open('one'), await replicaSet.open('other')];
    const keys = Array.from({ length: 40 }, (_, at) => `k${at}`);
    const reported = new Map<string, string>();
    let refusals = 0;
    const send = async (key: string): Promise<void> => {
      const id = await insist(random.pick(replicas), key, () => {
        refusals += 1;
      });
      expect(reported.get(key) ?? id).toBe(id);
      reported.set(key, id);
    };
    const stream = async (): Promise<void> => {
      for (const key of keys) await Promise.all([send(key), send(key)]);
    };
    const sent = stream();
    await until(async () => reported.size >= 20);
    await server.stop();
    await until(async () => refusals >= 4);
    await server.start();
    await sent;
    // Everything again, in reverse: Redis has received again what it had lost.
    await Promise.all(keys.map((key) => Promise.all(replicas.map((each) => insist(each, key)))));
    const kept = await Promise.all(replicas.map((each) => each.runs()));
    expect(kept.flat().toSorted()).toEqual([...reported.values()].toSorted());
    expect(reported.size).toBe(keys.length);
  },
);

test('[F2.4] without it reads, requests without a key and repeats of own requests are answered', async () => {
  const one = await replicaSet.open('one');
  const { case_id } = await one.submit('known');
  await server.stop();
  const refusal = await one.refused('cases.submit', submitInput('new'));
  expect(refusal).toMatchObject({
    code: 'engine_unavailable',
    retryable: true,
    message: unreachable,
    context: { reason: 'receipts-unreachable' },
  });
  expect(await one.runs()).toEqual([case_id]);
  expect((await one.submit('known')).case_id).toBe(case_id);
  expect(await one.call('runs.start', { workflow: 'ask' })).toMatchObject({ status: 'running' });
  expect(one.warnings).toEqual([
    expect.stringMatching(/^Requests with an idempotency key are refused: .+127/),
  ]);
  await server.start();
  await begin();
  expect(await insist(one, 'new')).not.toBe(case_id);
  expect(one.warnings[1]).toMatch(/can be reached again\.$/);
});

test('[F2.4] an app opens without it, and accepts requests with a key once it is reachable', async () => {
  await server.stop();
  const one = await replicaSet.open('one');
  expect(await one.refused('cases.submit', submitInput('k'))).toMatchObject({
    code: 'engine_unavailable',
    message: unreachable,
  });
  expect(one.warnings).toEqual([expect.stringContaining('refuses connections')]);
  await server.start();
  await begin();
  expect(await insist(one, 'k')).toBe((await one.submit('k')).case_id);
});

test('[F2.4] a server that accepts connections and does not answer counts as unreachable', async () => {
  const [one, other] = [await replicaSet.open('one'), await replicaSet.open('other')];
  await one.submit('before');
  server.pause();
  const refusals = await Promise.all(
    [one, other].map((each) => each.refused('cases.submit', submitInput('k'))),
  );
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      code: 'engine_unavailable',
      message: unreachable,
    });
  }
  expect(one.warnings).toEqual([expect.stringContaining('does not answer')]);
  server.resume();
  const [id, same] = await Promise.all([insist(one, 'k'), insist(other, 'k')]);
  expect(same).toBe(id);
  expect([...(await one.runs()), ...(await other.runs())]).toHaveLength(2);
});
