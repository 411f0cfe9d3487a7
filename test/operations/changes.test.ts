import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Changes, watchChanges } from '../../src/operations/changes/watch-changes.ts';
import { deleteDefinition } from '../../src/operations/definitions/delete-definition.ts';
import { saveDefinition } from '../../src/operations/definitions/save-definition.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { isWaiting, type Office, openOffice, stranger } from './office.ts';

const text = (name: string) => `
workflows:
  ${name}: { graph: { question: { type: yield, message: What?, expects: { word: str } } } }
`;

let office: Office;
beforeEach(async () => {
  office = await openOffice({ 'shared.yaml': text('ask') });
});
afterEach(() => office.close());

const start = async (by?: typeof stranger) => {
  const { run } = await office.perform(startRun, { workflow: 'ask' }, by);
  return run;
};

const watch = (after?: string, waitMs?: number, by?: typeof stranger): Promise<Changes> =>
  office.perform(watchChanges, { after, waitMs }, by);

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A watch that has begun to wait. */
const waitAfter = async (cursor: string): Promise<{ readonly told: Promise<Changes> }> => {
  const before = office.clock.pending();
  const told = watch(cursor, 20_000);
  while (office.clock.pending() === before) await turn();
  return { told };
};

test('[P1.4] without a cursor the answer is the cursor of now; with it, what has changed since', async () => {
  const before = await start();
  const first = await watch();
  expect(first).toMatchObject({ runs: [], lost: false });
  const run = await start();
  await office.until(run, isWaiting);
  const next = await watch(first.cursor);
  expect(next).toMatchObject({ lost: false, definitions: first.definitions });
  expect(next.runs).toEqual([{ run, seq: expect.any(Number), ended: false }]);
  const { waitingFor } = await office.perform(getRun, { run: before });
  const [wait] = waitingFor;
  if (wait?.kind !== 'item') throw new Error('It waits for nobody.');
  await office.perform(completeItem, { item: wait.item, output: { word: 'yes' } });
  const last = await watch(next.cursor);
  expect(last.runs).toEqual([{ run: before, seq: expect.any(Number), ended: true }]);
  expect(await watch(last.cursor)).toEqual({ ...last, runs: [] });
});

test('[P1.4] it waits until a run has changed, and not for those of another tenant', async () => {
  const { cursor } = await watch();
  const pending = office.clock.pending();
  const { told } = await waitAfter(cursor);
  let isTold = false;
  void told.then(() => {
    isTold = true;
  });
  const theirs = await start(stranger);
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(isTold).toBe(false);
  const run = await start();
  expect((await told).runs).toMatchObject([{ run }]);
  // Nobody is left waiting for the clock.
  expect(office.clock.pending()).toBe(pending);
  expect((await watch(cursor, 0, stranger)).runs).toMatchObject([{ run: theirs }]);
  // What is there already is not waited for.
  expect((await watch(cursor, 20_000)).runs.map((each) => each.run)).toEqual([run]);
});

test('[P1.4] it waits until a document has changed: one that the tenant sees', async () => {
  const first = await watch();
  const waiting = await waitAfter(first.cursor);
  const theirs = await watch(undefined, 0, stranger);
  const { revision } = await office.perform(saveDefinition, { path: 'mine.yaml', source: text('mine') });
  const told = await waiting.told;
  expect(told).toMatchObject({ runs: [], lost: false });
  expect(told.definitions).not.toBe(first.definitions);
  expect((await watch(undefined, 0, stranger)).definitions).toBe(theirs.definitions);
  // What changed is told once.
  expect((await watch(told.cursor)).definitions).toBe(told.definitions);
  await office.perform(deleteDefinition, { path: 'mine.yaml', revision });
  expect((await watch(told.cursor, 20_000)).definitions).not.toBe(told.definitions);
});

test('[P1.4] when the time is over it answers that nothing has changed', async () => {
  const first = await watch();
  const { told } = await waitAfter(first.cursor);
  office.clock.advance(20_000);
  expect(await told).toEqual(first);
});

test('[P1.4] a cursor of an earlier process is lost; one that is none is refused', async () => {
  const other = await openOffice({});
  const foreign = await other.perform(watchChanges, {});
  await other.close();
  const told = await watch(foreign.cursor, 20_000);
  expect(told).toMatchObject({ lost: true, runs: [] });
  expect(await watch(told.cursor)).toMatchObject({ lost: false });
  for (const after of ['x', `${told.cursor}.`, told.cursor.replace('.', '-')]) {
    expect(await office.refused(watchChanges, { after })).toMatchObject({ code: 'bad_cursor' });
  }
});

test('[P1.4] whoever waits when the engine is stopped is answered', async () => {
  const { cursor } = await watch();
  const { told } = await waitAfter(cursor);
  await office.services.engine.stop();
  expect(await told).toMatchObject({ cursor, runs: [] });
});
