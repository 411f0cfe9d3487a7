import { afterEach, beforeEach, expect, test } from 'vitest';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { listRuns } from '../../src/operations/runs/list-runs.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { ann, isOver, type Office, openingTime, openOffice, stranger } from './office.ts';

const day = 86_400_000;
const large = 'x'.repeat(40_000);

const text = `
workflows:
  quick: { graph: { do: { call: echo, args: { at: now } } } }
  slow:
    graph:
      fetch: { call: fetch, output: page }
      rest: { wait: 100 days, depends_on: [fetch] }
    result: $page
`;

let office: Office;
beforeEach(async () => {
  office = await openOffice({ 'all.yaml': text }, { fetch: () => ({ kind: 'succeeded', output: large }) });
});
afterEach(() => office.close());

const run = async (by = ann): Promise<string> => {
  const { run: id } = await office.perform(startRun, { workflow: 'quick' }, by);
  if (by === ann) await office.until(id, isOver);
  else await office.perform(getRun, { run: id, waitMs: 20_000 }, by);
  return id;
};

const left = async (by = ann) => (await office.perform(listRuns, {}, by)).runs.map((each) => each.run);

test('[O5.1] a purge removes what ended longer ago than was asked, of the tenant that asks, and nothing else', async () => {
  const old = [await run(), await run()];
  const foreign = await run(stranger);
  const { run: waiting } = await office.perform(startRun, { workflow: 'slow' });
  office.clock.advance(10 * day);
  const fresh = await run();
  expect(await office.perform(purgeRuns, { olderThan: '7 days', dryRun: true })).toEqual({
    endedBefore: new Date(openingTime + 3 * day).toISOString(),
    purged: 0,
    remaining: 2,
    more: true,
    dryRun: true,
  });
  expect(await left()).toHaveLength(4);
  expect(await office.perform(purgeRuns, { olderThan: '7 days' })).toMatchObject({
    purged: 2,
    remaining: 0,
    more: false,
  });
  expect((await left()).toSorted()).toEqual([waiting, fresh].toSorted());
  expect(await left(stranger)).toEqual([foreign]);
  expect(await office.refused(getRun, { run: old[0] })).toMatchObject({ code: 'run_not_found' });
  expect(await office.perform(purgeRuns, { olderThan: '7 days' })).toMatchObject({ purged: 0 });
});

test('[O5.1] a purge does so much at a time, and tells how far it is', async () => {
  for (let i = 0; i < 7; i++) await run();
  office.clock.advance(day);
  const told: unknown[] = [];
  for (let more = true; more; ) {
    const purge = await office.perform(purgeRuns, { olderThan: '2026-01-16', limit: 3 });
    told.push([purge.purged, purge.remaining]);
    more = purge.more;
  }
  expect(told).toEqual([
    [3, 4],
    [3, 1],
    [1, 0],
  ]);
});

test('[O5.1] a date is as good as a duration, and what is neither is refused', async () => {
  await run();
  office.clock.advance(day);
  expect(await office.perform(purgeRuns, { olderThan: '2026-01-15', dryRun: true })).toMatchObject({
    remaining: 0,
  });
  expect(await office.perform(purgeRuns, { olderThan: '2026-01-15T09:00:01Z', dryRun: true })).toMatchObject({
    remaining: 1,
  });
  for (const olderThan of ['yesterday', '-1 day', '7', '3 months']) {
    expect(await office.refused(purgeRuns, { olderThan })).toMatchObject({
      code: 'invalid_input',
      violations: [{ path: 'olderThan' }],
    });
  }
  expect(await left()).toHaveLength(1);
});

test('[O5.1][R7.1] a fork keeps the large values that it shares with a run that is purged', async () => {
  const { run: original } = await office.perform(startRun, { workflow: 'slow' });
  await office.until(original, ({ calls, seq }) => calls === 0 && seq > 1);
  const { seq } = await office.perform(getRun, { run: original });
  const fork = await office.perform(forkRun, { run: original, at: seq });
  const before = await office.perform(exportRun, { run: fork.run });
  await office.perform(cancelRun, { run: original });
  office.clock.advance(day);
  expect(await office.perform(purgeRuns, { olderThan: '1h' })).toMatchObject({ purged: 1 });
  const after = await office.perform(exportRun, { run: fork.run });
  expect(after).toEqual(before);
  expect(Object.keys(after.payloads)).toHaveLength(1);
  office.clock.advance(100 * day);
  await office.until(fork.run, isOver);
  expect((await office.perform(getRun, { run: fork.run })).output).toBe(large);
});
