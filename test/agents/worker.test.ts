/** Workers against a real server. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WorkHandler, WorkItem } from '../../src/client/index.ts';
import { type AgentsFixture, openAgentsFixture } from './agents-fixture.ts';
import { createExclusivityCheck } from './exclusivity-check.ts';

let fixture: AgentsFixture;

beforeEach(async () => {
  fixture = await openAgentsFixture();
});

afterEach(() => fixture.close());

const quick = { idleMs: 50, onError: () => undefined };

test('[F4.2][F1.2] work that takes longer than its lease stays with its worker', async () => {
  const { clientOf, ledger } = fixture;
  const { case_id: caseId } = await clientOf('submitter').submit('review', { number: 1 });
  const watch = createExclusivityCheck();
  const stop = new AbortController();
  const watcher = clientOf('watcher');
  /** Works until the first lease would have ended. */
  const handler: WorkHandler = async ({ lease_until: first = '', workitem_id: id }) => {
    await expect.poll(() => new Date().toISOString() > first, { timeout: 30_000 }).toBe(true);
    const { work_items: held } = await watcher.listWorkItems({ status: ['held'] });
    expect(held.map(({ workitem_id: each, lease_until: until = '' }) => [each, until > first])).toEqual([
      [id, true],
    ]);
    return { seen: 1, by: 'me' };
  };
  const options = { ...quick, leaseMs: 3_000, signal: stop.signal };
  const working = ['one', 'two', 'three'].map((name) => clientOf(name).work(watch.watch(handler), options));
  await watcher.waitForCase(caseId).finally(() => stop.abort());
  const done = await Promise.all(working);
  expect(done.map(({ completed }) => completed).toSorted()).toEqual([0, 0, 1]);
  expect([...watch.counts.values(), ...watch.clashes]).toEqual([1]);
  expect((await ledger()).map(({ itemEvents }) => itemEvents)).toEqual([['itemHeld', 'itemCompleted']]);
});

test('[F4.2] an error of a handler, or an invalid answer, releases the item for another worker', async () => {
  const { clientOf, ledger } = fixture;
  const { case_id: caseId } = await clientOf('submitter').submit('review', { number: 1 });
  const told: [string, string][] = [];
  const note = (who: string) => (error: unknown, item: WorkItem | undefined) => {
    told.push([who, error instanceof Error ? error.message : String(item)]);
  };
  const stop = new AbortController();
  const broken = clientOf('broken').work(
    () => {
      throw new Error('no such vendor');
    },
    { ...quick, signal: stop.signal, onError: note('broken') },
  );
  await expect.poll(() => told.length).toBe(1);
  const sloppy = clientOf('sloppy').work(() => ({ seen: 'one' }), {
    ...quick,
    signal: stop.signal,
    onError: note('sloppy'),
  });
  await expect.poll(() => told.some(([who]) => who === 'sloppy')).toBe(true);
  const careful = clientOf('careful').work(() => ({ seen: 1, by: 'careful' }), {
    ...quick,
    signal: stop.signal,
  });
  const { output_data: output } = await clientOf('watcher')
    .waitForCase(caseId)
    .finally(() => stop.abort());
  expect(output).toEqual({ text: '1 by careful' });
  expect(await careful).toMatchObject({ completed: 1 });
  const [given, refused] = [await broken, await sloppy];
  expect([given.completed, refused.completed]).toEqual([0, 0]);
  expect(given.released + refused.released).toBe(told.length);
  expect(told[0]).toEqual(['broken', 'no such vendor']);
  expect(told.find(([who]) => who === 'sloppy')?.[1]).toMatch(/seen|by/);
  const [{ itemEvents = [] } = {}] = await ledger();
  expect(itemEvents.filter((event) => event === 'itemCompleted')).toHaveLength(1);
  expect(itemEvents.filter((event) => event === 'itemReleased')).toHaveLength(told.length);
});

test('[F4.2] a stopped worker releases what it holds', async () => {
  const { clientOf } = fixture;
  await clientOf('submitter').submit('review', { number: 1 });
  const stop = new AbortController();
  const working = clientOf('me').work(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        stop.abort();
      }),
    { signal: stop.signal },
  );
  expect(await working).toEqual({ completed: 0, skipped: 0, released: 1, lost: 0 });
  const { work_items: items } = await clientOf('watcher').listWorkItems();
  expect(items.map(({ status, holder }) => [status, holder])).toEqual([['offered', '']]);
});
