import { afterEach, expect, test } from 'vitest';
import { saveDefinition } from '../../src/operations/definitions/save-definition.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import type { QuotaLimits } from '../../src/operations/quotas/quota.ts';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { reopenRun } from '../../src/operations/runs/reopen-run.ts';
import { signalRun } from '../../src/operations/runs/signal-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { serviceStatus } from '../../src/operations/service/service-status.ts';
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
    params: { note: { type: str, default: "" } }
    graph: { question: { type: yield, message: What?, expects: { word: str } } }
  fail: { graph: { broken: { call: break } } }
  rest: { graph: { pause: { wait: 1 hour } } }
`;

let harness: OperationsHarness;
afterEach(() => harness.close());

async function open(limits: Partial<QuotaLimits>): Promise<void> {
  const broken = { kind: 'failed', failure: { code: 'x', message: 'no', retryable: false } } as const;
  harness = await openOperationsHarness({ 'shared.yaml': text }, { break: () => broken }, limits);
}

const start = async (workflow = 'rest', more: object = {}) =>
  (await harness.perform(startRun, { workflow, ...more })).run;

const underWay = (tenant = 'acme') =>
  harness.services.store.runs.count(tenant, { statuses: ['created', 'running'] });

const full = (quota: string, limit: number) => ({
  code: 'quota_exceeded',
  category: 'limit',
  context: { quota, limit, used: expect.any(Number), retryAfterMs: expect.any(Number) },
});

test('[W7.2] beyond the quota of runs nothing is started, forked, imported or reopened; others are not affected', async () => {
  await open({ quotaRuns: 2 });
  const failed = await start('fail');
  await harness.until(failed, isOver);
  const [first] = [await start(), await start()];
  const document = await harness.perform(exportRun, { run: first });
  const over = await harness.perform(exportRun, { run: failed });
  const before = await harness.services.store.runs.count('acme', {});
  expect(await harness.refused(startRun, { workflow: 'rest' })).toMatchObject(full('runs', 2));
  expect(await harness.refused(forkRun, { run: first, at: 1 })).toMatchObject(full('runs', 2));
  expect(await harness.refused(importRun, { document })).toMatchObject(full('runs', 2));
  expect(await harness.refused(reopenRun, { run: failed })).toMatchObject(full('runs', 2));
  expect(await harness.services.store.runs.count('acme', {})).toBe(before);
  // An ended run does not count.
  await harness.perform(importRun, { document: over });
  await harness.perform(startRun, { workflow: 'rest' }, stranger);
  await harness.perform(cancelRun, { run: first });
  await harness.perform(reopenRun, { run: failed });
  await harness.until(failed, isOver);
  await start();
  expect(await harness.refused(startRun, { workflow: 'rest' })).toMatchObject(full('runs', 2));
});

test.each([1, 7, 20])('[W7.2] concurrent starts never exceed the quota of %i', async (quotaRuns) => {
  await open({ quotaRuns });
  for (let round = 1; round <= 3; round++) {
    const tried = await Promise.allSettled(Array.from({ length: 60 }, () => start()));
    const begun = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(begun).toHaveLength(quotaRuns);
    expect(await underWay()).toBe(quotaRuns);
    await Promise.all(begun.map((run) => harness.perform(cancelRun, { run })));
    expect(await underWay()).toBe(0);
  }
});

test('[W7.2] failed starts free their slot, and a repeated one takes none', async () => {
  await open({ quotaRuns: 1 });
  for (let time = 0; time < 3; time++) {
    expect(await harness.refused(startRun, { workflow: 'none' })).toMatchObject({
      code: 'workflow_not_found',
    });
  }
  const run = await start('rest', { idempotencyKey: 'once' });
  expect(await start('rest', { idempotencyKey: 'once' })).toBe(run);
  expect(await harness.refused(startRun, { workflow: 'rest' })).toMatchObject(full('runs', 1));
  expect(await harness.refused(startRun, { workflow: 'rest', idempotencyKey: 'twice' })).toMatchObject(
    full('runs', 1),
  );
  await harness.perform(cancelRun, { run });
  await start('rest', { idempotencyKey: 'twice' });
});

test('[W7.2] runs are not counted again for each start', async () => {
  await open({ quotaRuns: 50 });
  const { store } = harness.services;
  const { count } = store.runs;
  let counted = 0;
  store.runs.count = (...asked) => {
    counted += 1;
    return count.call(store.runs, ...asked);
  };
  for (let time = 0; time < 50; time++) await start();
  expect(counted).toBe(1);
  for (let time = 0; time < 20; time++) {
    expect(await harness.refused(startRun, { workflow: 'rest' })).toMatchObject(full('runs', 50));
  }
  expect(counted).toBeLessThan(4);
});

test('[W7.2] while too many runs wait for people, no more are started', async () => {
  await open({ quotaWaitingRuns: 2 });
  const runs = [await start('ask'), await start('ask')];
  await start('rest').then(
    () => expect.fail('it was started'),
    (error: unknown) => expect(error).toMatchObject({ details: full('waitingRuns', 2) }),
  );
  await harness.perform(completeItem, { item: `${runs[0]}.2`, output: { word: 'x' } });
  await start('ask');
  expect(await harness.refused(startRun, { workflow: 'ask' })).toMatchObject(full('waitingRuns', 2));
});

test('[W7.2] beyond the quota of documents none is added; existing ones can be changed', async () => {
  await open({ quotaDefinitions: 3 });
  const source = (name: string) => text.replace('ask:', `${name}:`).replace(/\n {2}(fail|rest).*/g, '');
  const save = (name: string, more: object = {}) =>
    harness.perform(saveDefinition, { path: `${name}.yaml`, source: source(name), ...more });
  const tried = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => save(name)));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const each of tried) {
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ details: full('definitions', 3) });
  }
  const own = (await harness.services.library.documents('acme')).filter(({ writable }) => writable);
  expect(own).toHaveLength(3);
  expect(await harness.refused(saveDefinition, { source: source('f') })).toMatchObject(
    full('definitions', 3),
  );
  const { path, revision } = own[0] ?? { path: '', revision: '' };
  const name = path.replace('.yaml', '');
  expect(await save(name, { revision, source: `${source(name)}\n` })).toMatchObject({ path });
  await harness.perform(saveDefinition, { path: 'z.yaml', source: source('z') }, stranger);
});

test('[W7.2] beyond the quota of bytes nothing is started, not even concurrently', async () => {
  await open({ quotaPayloadBytes: 400_000 });
  // Each is stored separately, since each is a different text.
  const note = (at: number) => ({ params: { note: String(at).padEnd(100_000, 'x') } });
  const tried = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => start('ask', note(at))));
  const begun = tried.filter(({ status }) => status === 'fulfilled').length;
  expect([begun > 0, begun < 4]).toEqual([true, true]);
  for (const each of tried) {
    if (each.status === 'rejected')
      expect(each.reason).toMatchObject({ details: full('payloadBytes', 400_000) });
  }
  expect(await harness.services.store.contents.bytes('acme')).toBeLessThan(400_000);
  // Small inputs still fit.
  await start('ask');
});

test('[W7.2] a principal has a separate quota for the runs that it started', async () => {
  await open({ quotaRunsOfPrincipal: 2, quotaWaitingRunsOfPrincipal: 1 });
  const tried = await Promise.allSettled(Array.from({ length: 10 }, () => start()));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await harness.refused(startRun, { workflow: 'rest' })).toMatchObject(full('runsOfPrincipal', 2));
  await harness.perform(startRun, { workflow: 'ask' }, bob);
  expect(await harness.refused(startRun, { workflow: 'rest' }, bob)).toMatchObject(
    full('waitingRunsOfPrincipal', 1),
  );
  expect((await harness.perform(serviceStatus, {}, bob)).quotas).toEqual({
    runsOfPrincipal: { used: 1, limit: 2 },
    waitingRunsOfPrincipal: { used: 1, limit: 1 },
  });
});

test('[W7.2] stored runs have a quota, until some are purged', async () => {
  await open({ quotaKeptRuns: 3 });
  const failed = await start('fail');
  await harness.until(failed, isOver);
  const document = await harness.perform(exportRun, { run: failed });
  await harness.perform(importRun, { document });
  await start();
  for (const input of [{ workflow: 'rest' }, { workflow: 'fail' }]) {
    expect(await harness.refused(startRun, input)).toMatchObject(full('keptRuns', 3));
  }
  expect(await harness.refused(importRun, { document })).toMatchObject(full('keptRuns', 3));
  // Existing content takes no more space.
  await harness.perform(reopenRun, { run: failed });
  await harness.until(failed, isOver);
  harness.clock.advance(2_000);
  expect(await harness.perform(purgeRuns, { olderThan: '1s' })).toMatchObject({ purged: 2 });
  await start();
  await start();
  expect(await harness.refused(startRun, { workflow: 'rest' })).toMatchObject(full('keptRuns', 3));
});

test('[W7.2] answers, signals and documents count towards the quota of bytes; small ones pass', async () => {
  await open({ quotaPayloadBytes: 200_000 });
  const runs = [await start('ask'), await start('ask')];
  const answer = (run: string | undefined, word: string) => ({ item: `${run}.2`, output: { word } });
  const large = 'x'.repeat(150_000);
  const keyed = { ...answer(runs[0], large), idempotencyKey: 'once' };
  await harness.perform(completeItem, keyed);
  const other = answer(runs[1], 'y'.repeat(150_000));
  expect(await harness.refused(completeItem, other)).toMatchObject(full('payloadBytes', 200_000));
  const signal = { run: runs[1], name: 's', payload: 'z'.repeat(150_000) };
  expect(await harness.refused(signalRun, signal)).toMatchObject(full('payloadBytes', 200_000));
  const source = `# ${'c'.repeat(150_000)}\n${text.replace(/(ask|fail|rest):/g, 'other_$1:')}`;
  expect(await harness.refused(saveDefinition, { path: 'o.yaml', source })).toMatchObject(
    full('payloadBytes', 200_000),
  );
  // Repeated content does not count again, and people can still answer.
  expect(await harness.perform(completeItem, keyed)).toMatchObject({ repeated: true });
  await harness.perform(signalRun, { run: runs[1], name: 's', payload: 'small' });
  await harness.perform(completeItem, answer(runs[1], 'small'));
});

test('[W7.2] the status reports the usage of each limited resource', async () => {
  await open({ quotaRuns: 5, quotaDefinitions: 2 });
  await start();
  expect((await harness.perform(serviceStatus, {})).quotas).toEqual({
    runs: { used: 1, limit: 5 },
    definitions: { used: 0, limit: 2 },
  });
  expect((await harness.perform(serviceStatus, {}, { ...ann, tenant: 'other' })).quotas).toMatchObject({
    runs: { used: 0, limit: 5 },
  });
});
