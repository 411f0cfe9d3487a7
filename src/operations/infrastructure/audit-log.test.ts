import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createMemoryStore, type Store, StoreError } from '../../runtime/index.ts';
import { createFakeClock, createRandom } from '../../testing/index.ts';
import { AuditLog, type RefusedAction } from './audit-log.ts';

const begin = Date.UTC(2026, 0, 15, 9);

const refusal = (some: Partial<RefusedAction> = {}): RefusedAction => ({
  tenant: 'acme',
  subject: 'eve',
  kind: 'agent',
  operation: 'runs.start',
  target: 'run-1',
  correlationId: 'c-1',
  code: 'missing_scope',
  ...some,
});

function open(redact?: (value: unknown) => unknown) {
  const store = createMemoryStore();
  const clock = createFakeClock(begin);
  const reports: string[] = [];
  const written: number[] = [];
  const { append } = store.audit;
  const trouble: { error: StoreError | undefined } = { error: undefined };
  store.audit.append = async (entries) => {
    if (trouble.error !== undefined) throw trouble.error;
    written.push(entries.length);
    await append(entries);
  };
  const auditLog = new AuditLog({
    store,
    clock,
    report: (message) => void reports.push(message),
    ...(redact === undefined ? {} : { redact: redact as never }),
  });
  return { store, clock, auditLog, reports, written, trouble };
}

const listed = async (store: Store, tenant = 'acme') =>
  (await store.audit.search(tenant, {}, { limit: 10_000 })).entries;

test('[W2.4] the same refusal within a minute is one entry with a count, and later another entry', async () => {
  const { store, clock, auditLog } = open();
  for (let time = 0; time < 10; time++) {
    auditLog.refused(refusal({ correlationId: `c-${time}` }));
    clock.advance(6_000);
  }
  auditLog.refused(refusal({ times: 5, correlationId: 'late' }));
  await auditLog.flush();
  const describeEntry = ({
    times,
    correlationId,
    at,
  }: {
    times: number;
    correlationId: string;
    at: number;
  }) => `${correlationId} ${times} ${at - begin}`;
  expect((await listed(store)).map(describeEntry)).toEqual(['late 5 60000', 'c-0 10 0']);
});

test('[W2.4] refusals that differ in subject, operation, code or target are separate entries', async () => {
  const { store, auditLog } = open();
  const different = [
    {},
    { subject: 'bob' },
    { kind: 'person' },
    { operation: 'runs.cancel' },
    { code: 'run_ended' },
    { target: 'run-2' },
    { tenant: 'other' },
  ] as const;
  for (const some of [...different, ...different]) auditLog.refused(refusal(some));
  await auditLog.flush();
  expect((await listed(store)).map(({ times }) => times)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(await listed(store, 'other')).toHaveLength(1);
});

test('[W2.4] refusals are written at most once a second, and at the end', async () => {
  const { store, clock, auditLog, written } = open();
  for (let time = 0; time < 100; time++) {
    auditLog.refused(refusal());
    clock.advance(100);
    await setImmediate();
  }
  expect(written.length).toBeLessThanOrEqual(10);
  auditLog.refused(refusal());
  await auditLog.close();
  expect(await listed(store)).toMatchObject([{ times: 101 }]);
  auditLog.refused(refusal());
  clock.advance(10_000);
  expect(await listed(store)).toMatchObject([{ times: 101 }]);
});

const seed = 7;

test(`[W2.4] a flood of different refusals is counted completely and takes little space (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const { store, clock, auditLog } = open();
  const flood = 20_000;
  auditLog.refused(refusal({ tenant: 'quiet' }));
  for (let time = 0; time < flood; time++) {
    auditLog.refused(
      refusal({ tenant: '', operation: `GET /${random.int(1e9)}`, target: `/${random.int(1e9)}` }),
    );
    if (time % 100 === 0) clock.advance(3_000);
  }
  await auditLog.close();
  const entries = await listed(store, '');
  // Ten minutes: a burst of a few hundred, twenty a minute, and one for all others.
  expect(entries.length).toBeLessThan(300 + 10 * 20 + 15);
  expect(entries.reduce((sum, { times }) => sum + times, 0)).toBe(flood);
  expect(entries.some(({ operation, times }) => operation === '*' && times > 1_000)).toBe(true);
  expect(await listed(store, 'quiet')).toHaveLength(1);
});

test('[W2.4][W10.3] texts of a caller are shortened and contain no control characters and no known secrets', async () => {
  const hide = (value: unknown) => String(value).replaceAll('hunter2', '[hidden]');
  const { store, auditLog } = open(hide);
  auditLog.refused(refusal({ operation: `GET /\u001b[2J\n${'x'.repeat(1_000)}`, target: 'hunter2' }));
  await auditLog.close();
  const [entry] = await listed(store);
  expect(entry?.operation).toMatch(/^GET \/�\[2J�x+$/);
  expect(entry?.operation).toHaveLength(300);
  expect(entry?.target).toBe('[hidden]');
});

test('[W2.4][W10.3] a secret that would be cut is still detected', async () => {
  const { store, auditLog } = open((value) => String(value).replaceAll('hunter2', '[hidden]'));
  auditLog.refused(refusal({ target: `${'x'.repeat(296)}hunter2` }));
  await auditLog.close();
  expect((await listed(store)).map(({ target }) => target)).toEqual([`${'x'.repeat(296)}[hid`]);
});

test('[W2.4][W7.2] little is stored of long texts of refused callers', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const { store, auditLog } = open();
  const size = 1_000_000;
  const before = heap();
  for (let time = 0; time < 100; time++) {
    const longSubject = JSON.parse(`"${String(time).padStart(3, '0')}${'x'.repeat(size)}"`) as string;
    auditLog.refused(refusal({ [fields[time % fields.length] ?? '']: longSubject }));
    if (time % 4 === 0) await auditLog.done(refusal({ target: longSubject }));
  }
  const grown = heap() - before;
  expect(grown).toBeLessThan(20 * size);
  await auditLog.close();
  const entries = await listed(store);
  // Refusals that differ only in the correlation id are the same.
  expect(entries).toHaveLength(100 + 1);
  expect(Math.max(...entries.flatMap((entry) => fields.map((field) => entry[field].length)))).toBe(300);
});

const fields = ['subject', 'operation', 'target', 'correlationId'] as const;

test('[W2.4] while the store is unavailable nothing is lost, and entries are written later', async () => {
  const { store, clock, auditLog, reports, trouble } = open();
  trouble.error = new StoreError('disk-full', 'The disk is full.', true);
  await auditLog.done(refusal({ operation: 'keys.create' }));
  auditLog.refused(refusal());
  await auditLog.flush();
  auditLog.refused(refusal());
  await auditLog.flush();
  expect(await listed(store)).toEqual([]);
  expect(reports.length).toBeGreaterThan(0);
  trouble.error = undefined;
  clock.advance(5_000);
  await auditLog.close();
  expect((await listed(store)).map(({ operation, outcome, times }) => [operation, outcome, times])).toEqual([
    ['runs.start', 'refused', 2],
    ['keys.create', 'done', 1],
  ]);
});

test('[W2.4] an entry of a change is durable when the call resolves', async () => {
  const { store, auditLog } = open();
  await auditLog.done(refusal({ operation: 'definitions.save', target: 'a.yaml' }));
  expect(await listed(store)).toMatchObject([
    { operation: 'definitions.save', target: 'a.yaml', outcome: 'done', code: '', times: 1 },
  ]);
});
