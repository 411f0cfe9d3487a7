/** Many interleaved cases: the work of a page is bounded, and all pages together report everything once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '../../src/operations/contract/services.ts';
import type { EventOfCase } from '../../src/operations/events/event-view.ts';
import { type EventFilter, readLog } from '../../src/operations/events/read-log.ts';
import { type FeedPosition, wholeRow } from '../../src/operations/feed/feed-position.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { type JournalEntry, type RunRecord, type Store, startOfJournals } from '../../src/runtime/index.ts';
import {
  ann,
  bob,
  type OperationsHarness,
  openOperationsHarness,
  startTime,
} from '../operations/operations-harness.ts';

let harness: OperationsHarness;
let record: RunRecord;
/** As a case is started, checked out and released. */
let patterns: readonly JournalEntry[];

beforeAll(async () => {
  harness = await openOperationsHarness({
    'w.yaml': 'workflows: { ask: { graph: { question: { type: yield, message: What? } } } }',
  });
  const { run } = await harness.perform(startRun, { workflow: 'ask' });
  record = await harness.until(run, ({ items }) => items > 0);
  await harness.call(bob, 'items.hold', { item: `${run}.2` });
  await harness.call(bob, 'items.release', { item: `${run}.2` });
  patterns = await harness.services.store.journals.read(ann.tenant, run, 0, 3);
});
afterAll(() => harness.close());

/** Many interleaved cases with many entries each, generated on demand. */
function crowd(cases: number, entries: number) {
  const { store } = harness.services;
  const work = { entries: 0 };
  const entryOf = (seq: number): JournalEntry => {
    const pattern = patterns[seq === 1 ? 0 : 1 + (seq % 2)];
    if (pattern === undefined) throw new Error('There is no such pattern.');
    return { ...pattern, seq, event: { ...pattern.event, at: startTime + seq } };
  };
  const positionOf = (row: number) => ({ ...startOfJournals, row });
  const last = cases * entries;
  const crowded: Store = {
    ...store,
    runs: { ...store.runs, find: async (_, id) => ({ ...record, id, seq: entries }) },
    journals: {
      ...store.journals,
      read: async (_, _run, after, limit) => {
        const read = Array.from({ length: Math.min(limit, entries - after) }, (_, at) =>
          entryOf(after + at + 1),
        );
        work.entries += read.length;
        return read;
      },
      follow: async (_, { row: after }, limit) => {
        const rows = Array.from({ length: Math.min(limit, last - after) }, (_, at) => after + at + 1);
        const until = after + rows.length;
        return {
          entries: rows.map((row) => ({
            place: positionOf(row),
            run: `run_${(row - 1) % cases}`,
            entry: entryOf(Math.ceil(row / cases)),
          })),
          next: positionOf(until),
          isEnd: until === last,
          lost: false,
        };
      },
    },
  };
  const services: Services = { ...harness.services, store: crowded };
  /** All pages, each with the number of entries read for it. */
  async function* pages(wanted: Partial<EventFilter>, limit: number) {
    const asked = { from: 0, before: Number.POSITIVE_INFINITY, ...wanted };
    let position: FeedPosition | null = { ...startOfJournals, part: wholeRow };
    while (position !== null) {
      work.entries = 0;
      const page: Awaited<ReturnType<typeof readLog>> = await readLog(
        services,
        ann.tenant,
        asked,
        position,
        limit,
      );
      yield { events: page.events, read: work.entries };
      position = page.next;
    }
  }
  return pages;
}

const nameOf = ({ record: { id }, event }: EventOfCase): string =>
  `${id} ${event.seq} ${event.kind} ${event.task}`;

test('[F5.1] 350 cases of 300 entries each are reported completely, once and in order, and no page reads many entries', async () => {
  const reported: string[] = [];
  for await (const { events, read } of crowd(350, 300)({}, 500)) {
    expect(read).toBeLessThan(25_000);
    reported.push(...events.map(nameOf));
  }
  const wanted: string[] = [];
  for (let seq = 1; seq <= 300; seq++) {
    const kinds =
      seq === 1
        ? ['case_started ', 'item_offered question']
        : [`${seq % 2 === 0 ? 'item_checked_out' : 'item_released'} question`];
    for (let at = 0; at < 350; at++) wanted.push(...kinds.map((kind) => `run_${at} ${seq} ${kind}`));
  }
  expect(reported).toEqual(wanted);
});

test('[F5.1] for a subject that did nothing, and for kinds that an entry cannot have, no case is loaded', async () => {
  let pages = 0;
  for (const wanted of [
    { by: 'nobody' },
    { kinds: ['case_completed', 'item_delegated'] },
    { from: startTime + 301 },
  ] as const) {
    for await (const { events, read } of crowd(350, 300)(wanted, 100)) {
      expect([wanted, events, read]).toEqual([wanted, [], 0]);
      pages += 1;
    }
  }
  // Pages of 5,000 rows.
  expect(pages).toBe(3 * 21);
});

test('[F5.1] if every case must be loaded, a page ends before it reads too much, and the next one continues', async () => {
  const seen: string[] = [];
  let maxPages = 0;
  let short = 0;
  for await (const { events, read } of crowd(200, 300)({ from: startTime + 300 }, 500)) {
    maxPages = Math.max(maxPages, read);
    if (read > 0) short += 1;
    seen.push(...events.map(nameOf));
  }
  expect(maxPages).toBeGreaterThan(5_000);
  expect(maxPages).toBeLessThan(25_000);
  expect(short).toBeGreaterThan(2);
  expect(seen).toEqual(Array.from({ length: 200 }, (_, at) => `run_${at} 300 item_checked_out question`));
});

test('[F5.1] two concurrent readers get the same events', async () => {
  const pages = crowd(20, 30);
  const read = async (): Promise<readonly string[]> => {
    const reported: string[] = [];
    for await (const { events } of pages({}, 7)) reported.push(...events.map(nameOf));
    return reported;
  };
  const [one, other] = await Promise.all([read(), read()]);
  expect(one).toEqual(other);
  expect(one.length).toBe(20 * 31);
});
