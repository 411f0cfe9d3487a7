import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { type Feed, readFeed, readItemFeed } from '../../src/operations/feed/read-feed.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { suspendRun } from '../../src/operations/runs/suspend-run.ts';
import { createRandom } from '../../src/testing/index.ts';
import {
  ann,
  bob,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
  stranger,
} from './operations-harness.ts';

const text = `
workflows:
  ask:
    graph:
      question: { type: yield, message: What?, expects: { word: str } }
      say: { call: echo, depends_on: [question], args: { word: $question.word } }
  short: { graph: { say: { call: echo } } }
`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'shared.yaml': text });
});
afterEach(() => harness.close());

const read = (input: object = {}, by: Principal = ann, signal?: AbortSignal): Promise<Feed> =>
  harness.perform(readFeed, input, by, signal);

const start = async (workflow: string, by: Principal = ann): Promise<string> => {
  const { run } = await harness.perform(startRun, { workflow }, by);
  return run;
};

async function ask(): Promise<{ readonly run: string; readonly item: string }> {
  const run = await start('ask');
  await harness.until(run, ({ items }) => items > 0);
  return { run, item: `${run}.2` };
}

/** `journal started`, `item offered`, `run waiting`. */
const short = (event: Feed['events'][number]): string => {
  if (event.kind === 'journal') return `journal ${event.value.event}`;
  return `${event.kind} ${event.value.state}`;
};

test('[W5.1] events are reported in order: the entry, its changes to items, the status of the run', async () => {
  const { cursor, events } = await read();
  expect(events).toEqual([]);
  const { run, item } = await ask();
  await harness.perform(completeItem, { item, output: { word: 'x' } }, { ...bob, correlationId: 'c-1' });
  await harness.until(run, isOver);
  const feed = await read({ after: cursor });
  expect(feed.events.map(short)).toEqual([
    'journal started',
    'journal itemCompleted',
    'item completed',
    'journal callSucceeded',
    'run completed',
  ]);
  expect(feed).toMatchObject({ lost: false, ended: false });
  expect(feed.events[1]).toMatchObject({
    run,
    value: { seq: 2, by: 'bob', correlationId: 'c-1', tasks: expect.arrayContaining(['question']) },
  });
  expect(await read({ after: feed.cursor })).toMatchObject({ events: [], lost: false, cursor: feed.cursor });
});

test('[W5.1] a client that continues after any event misses nothing', async () => {
  const { item } = await ask();
  await harness.perform(holdItem, { item });
  const other = await ask();
  await harness.perform(suspendRun, { run: other.run });
  await harness.perform(cancelRun, { run: other.run });
  await harness.until(other.run, isOver);
  const { events } = await read({ after: '0' });
  const last = new Map(events.map((event) => [eventKey(event), event.place]));
  for (const [at, { place }] of events.entries()) {
    const rest = await read({ after: place });
    const received = new Set(rest.events.map(eventKey));
    // Everything later in the whole is reported, and nothing earlier.
    expect([...received].toSorted()).toEqual([...new Set(events.slice(at + 1).map(eventKey))].toSorted());
    expect(rest.events.every((event) => last.get(eventKey(event)) === event.place)).toBe(true);
  }
  expect(events.filter(({ kind }) => kind === 'item').map(short)).toEqual(['item held', 'item withdrawn']);
});

const eventKey = (event: Feed['events'][number]): string => {
  if (event.kind === 'journal') return `${event.run}/${event.value.seq}`;
  return event.kind === 'run' ? event.run : event.value.item;
};

const seed = 20_260_115;

test(`[W5.1] read in pieces of any size it reports every entry once, and the final statuses (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const open: { run: string; item: string }[] = [];
  const seen: string[] = [];
  const latestStates = new Map<string, string>();
  let after = '0';
  const look = async (): Promise<void> => {
    const feed = await read({ after, limit: random.between(1, 4) });
    const received = random.chance(0.3)
      ? feed.events.slice(0, random.int(feed.events.length + 1))
      : feed.events;
    for (const event of received) {
      if (event.kind === 'journal') seen.push(eventKey(event));
      else latestStates.set(eventKey(event), event.value.state);
    }
    // A disconnected client returns with the last event that it has seen.
    after = received.length === feed.events.length ? feed.cursor : (received.at(-1)?.place ?? after);
  };
  for (let step = 0; step < 120; step++) {
    const { run, item } = open.length === 0 ? { run: '', item: '' } : random.pick(open);
    const act = random.weighted<() => Promise<unknown>>([
      [2, async () => open.push(await ask())],
      [1, () => start('short', random.chance(0.5) ? ann : stranger)],
      [2, () => harness.perform(holdItem, { item })],
      [2, () => harness.perform(completeItem, { item, output: { word: 'x' } })],
      [1, () => harness.perform(cancelRun, { run })],
      [1, () => harness.perform(suspendRun, { run })],
      [6, look],
    ]);
    await act().catch(() => undefined);
  }
  const { store } = harness.services;
  const runs = await store.runs.search('acme', {}, { limit: 1_000 });
  const expected = runs.flatMap(({ id, seq }) => Array.from({ length: seq }, (_, at) => `${id}/${at + 1}`));
  while (seen.length < expected.length) await look();
  await look();
  expect(seen.toSorted()).toEqual(expected.toSorted());
  expect(new Set(seen).size).toBe(seen.length);
  for (const item of await store.items.search('acme', {}, { limit: 1_000 })) {
    expect([item.id, latestStates.get(item.id)]).toEqual([item.id, item.state]);
  }
  for (const { id } of runs) {
    const { state } = (await harness.call(ann, 'runs.get', { run: id })) as { state: string };
    expect([id, latestStates.get(id)]).toEqual([id, state]);
  }
});

test('[W5.1] a waiting client is notified as soon as something happens, and on timeout', async () => {
  const { cursor } = await read();
  const waiting = read({ after: cursor, waitMs: 20_000, types: ['run'] });
  const { run } = await ask();
  const received = await waiting;
  expect(received.events).toMatchObject([{ kind: 'run', run }]);
  const nothing = read({ after: received.cursor, waitMs: 5_000, workflow: 'short' });
  await start('ask');
  await start('short', stranger);
  harness.clock.advance(5_000);
  expect((await nothing).events).toEqual([]);
  const aborting = new AbortController();
  const aborted = read({ after: received.cursor, waitMs: 20_000, workflow: 'short' }, ann, aborting.signal);
  aborting.abort();
  expect((await aborted).events).toEqual([]);
});

test('[W5.1] of one run everything is reported, including its end', async () => {
  const first = await start('short');
  const { run } = await ask();
  await harness.until(first, isOver);
  const received = await read({ after: '0', run: first });
  expect(received.events.every((event) => event.run === first)).toBe(true);
  expect([received.events.map(short), received.ended]).toEqual([
    ['journal started', 'journal callSucceeded', 'run completed'],
    true,
  ]);
  expect((await read({ after: '0', run: first, limit: 1 })).ended).toBe(false);
  expect((await read({ after: '0', run })).ended).toBe(false);
  expect((await read({ run: first })).ended).toBe(true);
  for (const by of [ann, stranger]) {
    const asked = by === ann ? 'none' : run;
    expect(await harness.refused(readFeed, { after: '0', run: asked }, by)).toMatchObject({
      code: 'run_not_found',
    });
  }
});

test('[W5.1] purged events after a position are reported as lost, and the rest continues', async () => {
  const run = await start('short');
  await harness.until(run, isOver);
  const { events, cursor } = await read({ after: '0' });
  harness.clock.advance(2_000);
  await harness.perform(purgeRuns, { olderThan: '1s' });
  const again = await ask();
  for (const { place } of events.slice(0, -1)) {
    const page = await read({ after: place });
    expect([page.lost, new Set(page.events.map((event) => event.run))]).toEqual([true, new Set([again.run])]);
  }
  expect(await read({ after: cursor })).toMatchObject({ lost: false });
  expect(await read({ after: '0' })).toMatchObject({ lost: false });
});

test('[W5.2][W2.2] nothing of another tenant is reported, and its positions are not valid', async () => {
  await ask();
  const mine = await read({ after: '0' });
  expect(mine.events.length).toBeGreaterThan(2);
  expect((await read({ after: '0' }, stranger)).events).toEqual([]);
  for (const after of [mine.cursor, mine.events[0]?.place, 'abc', '1', 'A'.repeat(22), `${mine.cursor}A`]) {
    expect(await harness.refused(readFeed, { after }, stranger)).toMatchObject({ code: 'bad_cursor' });
  }
  // A number would reveal the activity of others.
  const places: string[] = [];
  for (let time = 0; time < 2; time++) {
    await start('short');
    places.push((await read({}, stranger)).cursor);
  }
  expect(new Set(places).size).toBe(2);
  for (const place of places) expect(place).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

test('[W5.2][W2.1] work items are reported to those who may see them', async () => {
  await ask();
  const viewer: Principal = { ...ann, scopes: new Set(['workflows:query']) };
  const worker: Principal = { ...ann, scopes: new Set(['workitems:manage']) };
  const kinds = (feed: Feed) => [...new Set(feed.events.map(({ kind }) => kind))].toSorted();
  expect(kinds(await read({ after: '0' }))).toEqual(['item', 'journal', 'run']);
  expect(kinds(await read({ after: '0' }, viewer))).toEqual(['journal', 'run']);
  expect(kinds(await harness.perform(readItemFeed, { after: '0' }, worker))).toEqual(['item']);
  expect(await harness.refused(readFeed, { after: '0', types: ['item'] }, viewer)).toMatchObject({
    code: 'missing_scope',
    context: { scope: 'workitems:manage' },
  });
  expect(kinds(await read({ after: '0', types: ['journal'] }))).toEqual(['journal']);
});
