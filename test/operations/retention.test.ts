import { afterEach, beforeEach, expect, test } from 'vitest';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { listRuns } from '../../src/operations/runs/list-runs.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import {
  ann,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
  startTime,
  stranger,
} from './operations-harness.ts';

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

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness(
    { 'all.yaml': text },
    { fetch: () => ({ kind: 'succeeded', output: large }) },
  );
});
afterEach(() => harness.close());

const run = async (by = ann): Promise<string> => {
  const { run: id } = await harness.perform(startRun, { workflow: 'quick' }, by);
  if (by === ann) await harness.until(id, isOver);
  else await harness.perform(getRun, { run: id, waitMs: 20_000 }, by);
  return id;
};

const left = async (by = ann) => (await harness.perform(listRuns, {}, by)).runs.map((each) => each.run);

test('[O5.1] a purge removes runs of the tenant that ended before the given time, and nothing else', async () => {
  const old = [await run(), await run()];
  const foreign = await run(stranger);
  const { run: waiting } = await harness.perform(startRun, { workflow: 'slow' });
  harness.clock.advance(10 * day);
  const fresh = await run();
  expect(await harness.perform(purgeRuns, { olderThan: '7 days', dryRun: true })).toEqual({
    endedBefore: new Date(startTime + 3 * day).toISOString(),
    purged: 0,
    remaining: 2,
    more: true,
    dryRun: true,
  });
  expect(await left()).toHaveLength(4);
  expect(await harness.perform(purgeRuns, { olderThan: '7 days' })).toMatchObject({
    purged: 2,
    remaining: 0,
    more: false,
  });
  expect((await left()).toSorted()).toEqual([waiting, fresh].toSorted());
  expect(await left(stranger)).toEqual([foreign]);
  expect(await harness.refused(getRun, { run: old[0] })).toMatchObject({ code: 'run_not_found' });
  expect(await harness.perform(purgeRuns, { olderThan: '7 days' })).toMatchObject({ purged: 0 });
});

test('[O5.1] a purge is bounded, and reports how many are left', async () => {
  for (let i = 0; i < 7; i++) await run();
  harness.clock.advance(day);
  const reported: unknown[] = [];
  for (let more = true; more; ) {
    const purge = await harness.perform(purgeRuns, { olderThan: '2026-01-16', limit: 3 });
    reported.push([purge.purged, purge.remaining]);
    more = purge.more;
  }
  expect(reported).toEqual([
    [3, 4],
    [3, 1],
    [1, 0],
  ]);
});

test('[O5.1] a date and a duration are accepted, anything else is refused', async () => {
  await run();
  harness.clock.advance(day);
  expect(await harness.perform(purgeRuns, { olderThan: '2026-01-15', dryRun: true })).toMatchObject({
    remaining: 0,
  });
  expect(await harness.perform(purgeRuns, { olderThan: '2026-01-15T09:00:01Z', dryRun: true })).toMatchObject(
    {
      remaining: 1,
    },
  );
  for (const olderThan of ['yesterday', '-1 day', '7', '3 months']) {
    expect(await harness.refused(purgeRuns, { olderThan })).toMatchObject({
      code: 'invalid_input',
      violations: [{ path: 'olderThan' }],
    });
  }
  expect(await left()).toHaveLength(1);
});

test('[O5.1][R7.1] a fork keeps the large values that it shares with a purged run', async () => {
  const { run: original } = await harness.perform(startRun, { workflow: 'slow' });
  await harness.until(original, ({ calls, seq }) => calls === 0 && seq > 1);
  const { seq } = await harness.perform(getRun, { run: original });
  const fork = await harness.perform(forkRun, { run: original, at: seq });
  const before = await harness.perform(exportRun, { run: fork.run });
  await harness.perform(cancelRun, { run: original });
  harness.clock.advance(day);
  expect(await harness.perform(purgeRuns, { olderThan: '1h' })).toMatchObject({ purged: 1 });
  const after = await harness.perform(exportRun, { run: fork.run });
  expect(after).toEqual(before);
  expect(Object.keys(after.payloads)).toHaveLength(1);
  harness.clock.advance(100 * day);
  await harness.until(fork.run, isOver);
  expect((await harness.perform(getRun, { run: fork.run })).output).toBe(large);
});
