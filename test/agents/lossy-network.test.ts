/** Over a network that loses, delays and duplicates messages nothing is lost, and nothing is done twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Fetch } from '../../src/client/index.ts';
import { createRandom } from '../../src/testing/stand-ins/seeded-random.ts';
import { type AgentsFixture, openAgentsFixture } from './agents-fixture.ts';
import { createExclusivityCheck } from './exclusivity-check.ts';
import { type LossyProxy, openLossyProxy } from './lossy-proxy.ts';

let fixture: AgentsFixture | undefined;
let proxy: LossyProxy | undefined;

afterEach(async () => {
  await proxy?.close();
  await fixture?.close();
});

/** The default number of retries, with shorter delays. */
const quick = { backoffMs: 1, retries: 40, timeoutMs: 600 };

const agents = 6;
const casesOfOne = 6;
const workers = 5;

const seeds = Array.from(
  { length: process.env['SIGNALBOX_LONG'] === '1' ? 20 : 2 },
  (_, index) => 11 + index,
);

test.each(seeds)(
  '[F4.4] every case is submitted once and every item completed once (seed %d)',
  async (seed) => {
    fixture = await openAgentsFixture();
    proxy = await openLossyProxy(fixture.securedServer.url, createRandom(seed), 0.6);
    const { clientOf, ledger } = fixture;
    const { url, tally, settled } = proxy;

    const submitted = await Promise.all(
      Array.from({ length: agents * casesOfOne }, (_, number) =>
        clientOf(`submitter-${number % agents}`, { url, ...quick }).submit('review', { number }),
      ),
    );
    expect(new Set(submitted.map(({ case_id: id }) => id)).size).toBe(agents * casesOfOne);

    const watcher = clientOf('watcher');
    const leaseOf = async (caseId: string): Promise<string | undefined> =>
      (await watcher.listWorkItems({ caseId })).work_items[0]?.lease_until;
    const watch = createExclusivityCheck();
    const stop = new AbortController();
    const working = Array.from({ length: workers }, (_, number) =>
      clientOf(`worker-${number}`, { url, ...quick }).work(
        watch.watch(async ({ message, case_id: caseId, lease_until: until = '' }) => {
          const seen = Number(/\d+/.exec(message)?.[0]);
          // One item takes so long that its lease must be renewed.
          if (seen === 0) await expect.poll(() => leaseOf(caseId), { timeout: 60_000 }).not.toBe(until);
          else await sleep(1);
          return { seen, by: `worker-${number}` };
        }),
        { signal: stop.signal, leaseMs: 12_000, concurrency: 2, idleMs: 20, onError: () => undefined },
      ),
    );
    const outcomes = await Promise.all(submitted.map(({ case_id: id }) => watcher.waitForCase(id))).finally(
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
    // Each answer belongs to its own question.
    const texts = outcomes.map(({ output_data: output }) => JSON.stringify(output));
    expect(texts.map((text) => Number(/(\d+) by/.exec(text)?.[1]))).toEqual(
      submitted.map((_, number) => number),
    );
    // The network really had all kinds of faults.
    expect(Object.entries(tally).filter(([, count]) => count === 0)).toEqual([]);
  },
);

test('[F4.4] the same network creates more cases than submissions if every attempt has its own key (seed 13)', async () => {
  fixture = await openAgentsFixture();
  proxy = await openLossyProxy(fixture.securedServer.url, createRandom(13), 0.6);
  const { clientOf, ledger } = fixture;
  const { url, settled } = proxy;
  const forgetful: Fetch = (address, init) => {
    const { tool, input } = JSON.parse(String(init.body));
    const body = JSON.stringify({ tool, input: { ...input, idempotency_key: crypto.randomUUID() } });
    return fetch(address, { ...init, body });
  };
  const client = clientOf('submitter', { url, ...quick, fetch: forgetful });
  await Promise.all(Array.from({ length: 15 }, (_, number) => client.submit('review', { number })));
  await settled();
  expect((await ledger()).length).toBeGreaterThan(15);
});
