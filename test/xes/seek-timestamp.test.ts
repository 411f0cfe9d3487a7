import { expect, test } from 'vitest';
import { seekTimestamp } from '../../src/operations/events/seek-timestamp.ts';
import { createMemoryStore, type JournalEntry, type Store } from '../../src/runtime/index.ts';
import { sampleRun, sampleUnit } from '../../src/testing/contracts/store-samples.ts';

/** Journals with an event every minute, some of copies, some of other tenants. */
const length = 20;
const runs = 300;
const minute = 60_000;

const timeOf = (run: number, seq: number): number => (run * length + seq) * minute;

async function filled(): Promise<Store> {
  const store = createMemoryStore();
  for (let number = 0; number < runs; number++) {
    const isCopy = number % 7 === 3;
    const run = sampleRun({
      id: `run-${number}`,
      tenant: number % 3 === 1 ? 'other' : 'acme',
      seq: length,
      createdAt: timeOf(number, 0),
      origin: isCopy ? { kind: 'fork', run: 'run-0', at: 10 } : null,
    });
    const entries = Array.from({ length }, (_, at): JournalEntry => {
      const seq = at + 1;
      const when = isCopy && seq <= 10 ? seq : timeOf(number, seq);
      return { seq, event: { kind: 'suspended', at: when }, notes: [] };
    });
    await store.commit([{ ...sampleUnit(run), entries }]);
  }
  return store;
}

test('[F5.1] the search for a time begins before everything since then, and not at the very beginning', async () => {
  const store = await filled();
  const { row: top } = await store.journals.end();
  expect(top).toBe(runs * length);
  for (const wanted of [0, 17, 150, 201, 299]) {
    const timestamp = timeOf(wanted, 1);
    const { row } = await seekTimestamp(store, 'acme', timestamp);
    expect(row).toBeLessThanOrEqual(wanted * length);
    expect(row).toBeGreaterThan(wanted * length - 2_100);
  }
  expect((await seekTimestamp(store, 'acme', timeOf(runs + 1, 0))).row).toBeGreaterThan(top - 2_100);
  expect((await seekTimestamp(store, 'nobody', timeOf(5, 0))).row).toBeLessThan(top);
});
