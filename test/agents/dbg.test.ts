/** Over a network that loses, delays and doubles what is sent nothing is lost, and nothing is done twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createRandom } from '../../src/testing/seeded-random.ts';
import { type Agency, openAgency } from './agency.ts';
import { type LossyProxy, openLossyProxy } from './lossy-proxy.ts';
import { createOneAtOnce } from './one-at-once.ts';

let agency: Agency | undefined;
let proxy: LossyProxy | undefined;

afterEach(async () => {
  await proxy?.close();
  await agency?.close();
});

/** As patient as the designs' client, and quicker. */
const quick = { backoffMs: 1, retries: 40, timeoutMs: 400 };

const agents = 8;
const casesOfOne = 8;
const workers = 6;

test.each([11, 12])(
  '[F4.4] every case is submitted once and every item completed once (seed %d)',
  async (seed) => {
    agency = await openAgency();
    proxy = await openLossyProxy(agency.fort.url, createRandom(seed), 0.6);
    const { clientOf, ledger } = agency;
    const { url, tally, settled } = proxy;

    console.log("begin"); const submitted = await Promise.all(
      Array.from({ length: agents * casesOfOne }, (_, number) =>
        clientOf(`submitter-${number % agents}`, { url, ...quick }).submit('review', { number }),
      ),
    );
    expect(new Set(submitted.map(({ case_id: id }) => id)).size).toBe(agents * casesOfOne);

    console.log("submitted", tally); const watch = createOneAtOnce();
    const stop = new AbortController();
    const working = Array.from({ length: workers }, (_, number) =>
      clientOf(`worker-${number}`, { url, ...quick }).work(
        watch.watch(async ({ message }) => {
          await sleep(1);
          return { seen: Number(/\d+/.exec(message)?.[0]), by: `worker-${number}` };
        }),
        { signal: stop.signal, leaseMs: 60_000, concurrency: 2, idleMs: 20, onError: (e: any) => console.log(e.tool, e.code, e.httpStatus, e.message.slice(0,200)) },
      ),
    );
    const onlooker = clientOf('onlooker');
    const tick = setInterval(() => console.log(new Date().toISOString(), JSON.stringify(tally), watch.counts.size), 3000); const outcomes = await Promise.all(submitted.map(({ case_id: id }) => onlooker.waitForCase(id))).finally(
      () => stop.abort(),
    );
    const done = await Promise.all(working);
    await settled();

    expect(watch.clashes).toEqual([]);
    expect(done.map(({ completed }) => completed).reduce((sum, each) => sum + each)).toBe(submitted.length);
    const cases = await ledger();
    expect(cases).toHaveLength(submitted.length);
    expect(cases.map(({ run }) => run).toSorted()).toEqual(submitted.map(({ case_id: id }) => id).toSorted());
    expect(cases.filter(({ state }) => state !== 'completed')).toEqual([]);
    for (const { itemEvents } of cases) {
      expect(itemEvents.filter((event) => event === 'itemCompleted')).toHaveLength(1);
    }
    // Each has the answer to its own question.
    const texts = outcomes.map(({ output_data: output }) => JSON.stringify(output));
    expect(texts.map((text) => Number(/(\d+) by/.exec(text)?.[1]))).toEqual(
      submitted.map((_, number) => number),
    );
    // The network was as bad as it is said to be.
    expect(Object.entries(tally).filter(([, count]) => count === 0)).toEqual([]);
  },
);
