/** The event log: who did what to which case, with every filter. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventView } from '../../src/operations/events/event-view.ts';
import { listEvents } from '../../src/operations/events/list-events.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import {
  ann,
  bob,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
  startTime,
  stranger,
} from '../operations/operations-harness.ts';

const text = `
workflows:
  paper:
    graph:
      review: { type: yield, message: Good?, expects: { yes: bool } }
      print: { call: echo, depends_on: [review], args: { text: x } }
  breaks:
    graph:
      fall: { call: break }
`;

const broken = { kind: 'failed', failure: { code: 'jam', message: 'paper jam', retryable: false } } as const;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'w.yaml': text }, { break: () => broken });
});
afterEach(() => harness.close());

const asks = ({ items }: { items: number }): boolean => items > 0;
const events = async (input: object, by = ann): Promise<readonly EventView[]> =>
  (await harness.perform(listEvents, input, by)).events;
const kinds = async (input: object): Promise<readonly string[]> =>
  (await events(input)).map(({ event }) => event);

/** A case of paper that bob reviews an hour after its start. */
async function reviewed(): Promise<string> {
  const { run } = await harness.perform(startRun, { workflow: 'paper' }, { ...ann, correlationId: 'req-1' });
  await harness.until(run, asks);
  harness.clock.advance(3_600_000);
  const item = `${run}.2`;
  await harness.call(bob, 'items.hold', { item });
  await harness.call({ ...bob, correlationId: 'req-2' }, 'items.complete', { item, output: { yes: true } });
  await harness.until(run, isOver);
  return run;
}

const story = [
  'case_started',
  'item_offered',
  'item_checked_out',
  'item_completed',
  'call_started',
  'call_completed',
  'case_completed',
];

test('[F5.1] the log reports who did what to a case, when, and by which request', async () => {
  const run = await reviewed();
  const runEvents = await events({ run });
  expect(runEvents.map(({ event }) => event)).toEqual(story);
  const common = { run, workflow: 'paper', version: '', net: 'paper' };
  expect(runEvents).toMatchObject([
    {
      ...common,
      at: '2026-01-15T09:00:00.000Z',
      by: 'ann',
      task: '',
      net: '',
      correlationId: 'req-1',
      seq: 1,
    },
    { ...common, by: '', task: 'review', item: `${run}.2`, correlationId: 'req-1', seq: 1 },
    { ...common, at: '2026-01-15T10:00:00.000Z', by: 'bob', task: 'review', item: `${run}.2`, seq: 2 },
    { ...common, by: 'bob', task: 'review', item: `${run}.2`, correlationId: 'req-2', seq: 3 },
    { ...common, by: '', task: 'print', item: '', connector: 'desk', attempt: 1, correlationId: 'req-2' },
    { ...common, by: '', task: 'print', connector: 'desk', correlationId: '', seq: 4 },
    { run, by: '', task: '', cause: '', seq: 4 },
  ]);
});

test('[F5.1] it is filtered by case, workflow, subject, kind, task and time', async () => {
  const run = await reviewed();
  const other = await reviewed();
  const { run: fallen } = await harness.perform(startRun, { workflow: 'breaks' }, bob);
  await harness.until(fallen, isOver);
  expect(await kinds({ workflow: 'breaks' })).toEqual([
    'case_started',
    'call_started',
    'call_failed',
    'case_failed',
  ]);
  expect((await events({ workflow: 'breaks' })).map(({ cause }) => cause)).toEqual([
    '',
    '',
    'jam: paper jam',
    'jam: paper jam',
  ]);
  expect((await events({ by: 'ann' })).map((event) => [event.run, event.event])).toEqual([
    [run, 'case_started'],
    [other, 'case_started'],
  ]);
  expect(await kinds({ by: 'bob', run })).toEqual(['item_checked_out', 'item_completed']);
  expect(await kinds({ kinds: ['case_failed', 'case_completed'] })).toEqual([
    'case_completed',
    'case_completed',
    'case_failed',
  ]);
  expect(await kinds({ task: 'print', run: other })).toEqual(['call_started', 'call_completed']);
  const later = new Date(startTime + 1).toISOString();
  const last = new Date(startTime + 3_600_001).toISOString();
  expect(await kinds({ run, from: later })).toEqual(story.slice(2));
  expect(await kinds({ run, before: later })).toEqual(story.slice(0, 2));
  expect(await kinds({ from: later, before: last, by: 'bob' })).toEqual([
    'item_checked_out',
    'item_completed',
  ]);
  expect(await kinds({ by: 'nobody' })).toEqual([]);
  expect(await kinds({ from: '2030-01-01T00:00:00Z' })).toEqual([]);
});

test('[F5.1] pages of every length report everything once, in the same order', async () => {
  for (let count = 0; count < 3; count++) await reviewed();
  const all = await events({});
  expect(all.map(({ event }) => event)).toEqual([...story, ...story, ...story]);
  for (const limit of [1, 2, 3, 7]) {
    const seen: EventView[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof listEvents.perform>> = await harness.perform(listEvents, {
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(page.events.length).toBeLessThanOrEqual(limit);
      seen.push(...page.events);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  }
  const { nextCursor } = await harness.perform(listEvents, { limit: 1 });
  const refused = await harness.refused(listEvents, { limit: 1, by: 'ann', cursor: nextCursor });
  expect(refused).toMatchObject({ code: 'bad_cursor' });
  const strange = await harness.refused(listEvents, { limit: 1, cursor: nextCursor }, stranger);
  expect(strange).toMatchObject({ code: 'bad_cursor' });
});

test('[F5.1] waits, signals, failures and reopenings of a case are in the log', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'breaks' });
  await harness.until(run, isOver);
  await harness.call(bob, 'runs.reopen', { run });
  await harness.until(run, ({ status, seq }) => status === 'failed' && seq > 3);
  const once = ['call_started', 'call_failed', 'case_failed'];
  expect(await kinds({ run })).toEqual(['case_started', ...once, 'case_reopened', ...once]);
  const { run: paper } = await harness.perform(startRun, { workflow: 'paper' });
  await harness.until(paper, asks);
  await harness.call(bob, 'runs.suspend', { run: paper });
  await harness.call(bob, 'runs.signal', { run: paper, name: 'rain', payload: 1 });
  await harness.call(bob, 'runs.cancel', { run: paper });
  await harness.until(paper, isOver);
  expect((await events({ run: paper })).map(({ event, by, names }) => [event, by, ...(names ?? [])])).toEqual(
    [
      ['case_started', 'ann'],
      ['item_offered', ''],
      ['case_suspended', 'bob'],
      ['case_signalled', 'bob', 'rain'],
      ['case_cancel_requested', 'bob'],
      ['item_withdrawn', ''],
      ['case_cancelled', ''],
    ],
  );
});

test('[F5.1] a copy reports its creation, its creator and its original, and its own events', async () => {
  const run = await reviewed();
  harness.clock.advance(1_000);
  const { run: fork } = await harness.perform(forkRun, { run, at: 2 }, bob);
  const document = await harness.perform(exportRun, { run });
  const { run: brought } = await harness.perform(importRun, { document }, bob);
  expect((await events({ run: fork }))[0]).toMatchObject({
    event: 'case_forked',
    by: 'bob',
    at: '2026-01-15T10:00:01.000Z',
    cause: `Copied from ${run}, with 2 of its events.`,
  });
  expect(await kinds({ run: brought })).toEqual(['case_imported']);
  const times = (await events({})).map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});

test('[F5.1] cases of another tenant are not reported', async () => {
  const run = await reviewed();
  expect(await events({}, stranger)).toEqual([]);
  expect(await harness.refused(listEvents, { run }, stranger)).toMatchObject({ code: 'run_not_found' });
});
