import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Changes, watchChanges } from '../../src/operations/changes/watch-changes.ts';
import { deleteDefinition } from '../../src/operations/definitions/delete-definition.ts';
import { saveDefinition } from '../../src/operations/definitions/save-definition.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { isWaiting, type OperationsHarness, openOperationsHarness, stranger } from './operations-harness.ts';

const text = (name: string) => `
workflows:
  ${name}: { graph: { question: { type: yield, message: What?, expects: { word: str } } } }
`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'shared.yaml': text('ask') });
});
afterEach(() => harness.close());

const start = async (by?: typeof stranger) => {
  const { run } = await harness.perform(startRun, { workflow: 'ask' }, by);
  return run;
};

const watch = (after?: string, waitMs?: number, by?: typeof stranger): Promise<Changes> =>
  harness.perform(watchChanges, { after, waitMs }, by);

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A watch that has begun to wait. */
const waitAfter = async (cursor: string): Promise<{ readonly changes: Promise<Changes> }> => {
  const before = harness.clock.pending();
  const changes = watch(cursor, 20_000);
  while (harness.clock.pending() === before) await turn();
  return { changes };
};

test('[P1.4] without a cursor the answer is the current cursor; with it, the changes since', async () => {
  const before = await start();
  const first = await watch();
  expect(first).toMatchObject({ runs: [], lost: false });
  const run = await start();
  await harness.until(run, isWaiting);
  const next = await watch(first.cursor);
  expect(next).toMatchObject({ lost: false, definitions: first.definitions });
  expect(next.runs).toEqual([{ run, seq: expect.any(Number), ended: false }]);
  const { waitingFor } = await harness.perform(getRun, { run: before });
  const [wait] = waitingFor;
  if (wait?.kind !== 'item') throw new Error('It waits for nobody.');
  await harness.perform(completeItem, { item: wait.item, output: { word: 'yes' } });
  const last = await watch(next.cursor);
  expect(last.runs).toEqual([{ run: before, seq: expect.any(Number), ended: true }]);
  expect(await watch(last.cursor)).toEqual({ ...last, runs: [] });
});

test('[P1.4] it waits until a run has changed, and not for runs of another tenant', async () => {
  const { cursor } = await watch();
  const pending = harness.clock.pending();
  const { changes } = await waitAfter(cursor);
  let isReported = false;
  void changes.then(() => {
    isReported = true;
  });
  const theirs = await start(stranger);
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(isReported).toBe(false);
  const run = await start();
  expect((await changes).runs).toMatchObject([{ run }]);
  // No timer is left.
  expect(harness.clock.pending()).toBe(pending);
  expect((await watch(cursor, 0, stranger)).runs).toMatchObject([{ run: theirs }]);
  // It does not wait for an existing change.
  expect((await watch(cursor, 20_000)).runs.map((each) => each.run)).toEqual([run]);
});

test('[P1.4] it waits until a document has changed that the tenant can see', async () => {
  const first = await watch();
  const waiting = await waitAfter(first.cursor);
  const theirs = await watch(undefined, 0, stranger);
  const { revision } = await harness.perform(saveDefinition, { path: 'mine.yaml', source: text('mine') });
  const changes = await waiting.changes;
  expect(changes).toMatchObject({ runs: [], lost: false });
  expect(changes.definitions).not.toBe(first.definitions);
  expect((await watch(undefined, 0, stranger)).definitions).toBe(theirs.definitions);
  // A change is reported once.
  expect((await watch(changes.cursor)).definitions).toBe(changes.definitions);
  await harness.perform(deleteDefinition, { path: 'mine.yaml', revision });
  expect((await watch(changes.cursor, 20_000)).definitions).not.toBe(changes.definitions);
});

test('[P1.4] on timeout it answers that nothing has changed', async () => {
  const first = await watch();
  const { changes } = await waitAfter(first.cursor);
  harness.clock.advance(20_000);
  expect(await changes).toEqual(first);
});

test('[P1.4] a cursor of an earlier process is lost; an invalid one is refused', async () => {
  const other = await openOperationsHarness({});
  const foreign = await other.perform(watchChanges, {});
  await other.close();
  const changes = await watch(foreign.cursor, 20_000);
  expect(changes).toMatchObject({ lost: true, runs: [] });
  expect(await watch(changes.cursor)).toMatchObject({ lost: false });
  for (const after of ['x', `${changes.cursor}.`, changes.cursor.replace('.', '-')]) {
    expect(await harness.refused(watchChanges, { after })).toMatchObject({ code: 'bad_cursor' });
  }
});

test('[P1.4] waiting callers are answered when the engine stops', async () => {
  const { cursor } = await watch();
  const { changes } = await waitAfter(cursor);
  await harness.services.engine.stop();
  expect(await changes).toMatchObject({ cursor, runs: [] });
});
