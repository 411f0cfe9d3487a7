/** Timers and leases. */
import { expect, test } from 'vitest';
import { createSystemClock } from '../../src/runtime/engine/system-clock.ts';
import { createMemoryStore } from '../../src/runtime/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import {
  begin,
  done,
  isOver,
  isWaiting,
  itemsOf,
  openEngineHarness,
  openFile,
  settle,
  start,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

const sleeper = workflow(
  'nap: { wait: $long }\nwake: { call: echo, depends_on: [nap], args: { n: $long } }',
  'long: int',
);

test('[R3.1] timers fire at their time and not before, in order', async () => {
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({ store: createMemoryStore(), clock });
  const runs = await Promise.all(
    [300, 100, 86_400_000, 200].map((long) => begin(harness.engine, sleeper, { long })),
  );
  await settle();
  clock.advance(99);
  await settle();
  expect(harness.connector.calls).toEqual([]);
  clock.advance(1);
  await settle();
  expect(harness.connector.calls.map(({ input }) => input)).toEqual([{ n: 100 }]);
  clock.advance(200);
  await settle();
  expect(harness.connector.calls.map(({ input }) => input)).toEqual([{ n: 100 }, { n: 200 }, { n: 300 }]);
  // One timer is set for the next due entry, and one for the cleanup, for any number of waiting runs.
  expect(clock.pending()).toBe(2);
  expect((await harness.store.runs.find(tenant, runs[2]?.id ?? ''))?.status).toBe('running');
  expect(harness.incidents).toEqual([]);
});

test('[R3.4] waits end after their time although the clock of the machine is put back', async () => {
  let shift = 0;
  const clock = createSystemClock(() => Date.now() + shift);
  const harness = await openEngineHarness({ store: createMemoryStore(), clock });
  const flow = workflow('one: { wait: 100 }\ntwo: { wait: 50, depends_on: [one] }');
  const run = await begin(harness.engine, flow);
  shift = -3_600_000;
  const ended = await until(harness, run, isOver);
  expect(ended.status).toBe('completed');
  expect(ended.endedAt).toBeGreaterThanOrEqual(run.createdAt + 150);
  await harness.engine.stop();
});

test('[R3.4] the time follows the clock ahead and small corrections, and goes on when the clock is put back', () => {
  let [wall, elapsed] = [start, 5_000.25];
  const { now } = createSystemClock(
    () => wall,
    () => elapsed,
  );
  const nowAfter = (passed: number, correction = 0): number => {
    elapsed += passed;
    wall += passed + correction;
    return now() - start;
  };
  expect(nowAfter(0)).toBe(0);
  expect(nowAfter(10, -500)).toBe(-490);
  expect(nowAfter(10, 60_000)).toBe(59_520);
  expect(nowAfter(10, -3_600_000)).toBe(59_530);
  expect(nowAfter(5_000)).toBe(64_530);
  // Half an hour is made up for: the clock is still behind. Then it is ahead again.
  expect(nowAfter(10, 1_800_000)).toBe(64_540);
  expect(nowAfter(10, 1_900_000)).toBe(164_550);
});

test('[R3.1][R5.1] a timer that became due while no process ran fires at the start', async () => {
  const file = await openFile();
  const clock = createFakeClock(start);
  const store = await file.open();
  const harness = await openEngineHarness({ store, clock });
  const run = await begin(harness.engine, sleeper, { long: 1_000 });
  await harness.engine.stop();
  await store.close();
  clock.advance(5_000);
  const later = await file.open();
  const again = await openEngineHarness({ store: later, clock });
  expect((await until(again, run, isOver)).status).toBe('completed');
  expect(again.connector.calls).toHaveLength(1);
  await again.engine.stop();
  await later.close();
  await file.remove();
});

test('[R3.1] many timers at the same time all fire', async () => {
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({ store: createMemoryStore(), clock });
  const runs = await Promise.all(
    Array.from({ length: 500 }, () => begin(harness.engine, sleeper, { long: 50 })),
  );
  clock.advance(50);
  for (const run of runs) expect((await until(harness, run, isOver)).status).toBe('completed');
});

test('[R3.1] a call that takes too long is aborted and fails', async () => {
  const clock = createFakeClock(start);
  let isAborted = false;
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    clock,
    handlers: {
      hang: (_, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            isAborted = true;
            resolve({ kind: 'unknown' });
          }),
        ),
    },
  });
  const run = await begin(harness.engine, workflow('a: { call: hang, timeout: 2 seconds }'));
  await settle();
  clock.advance(2_000);
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'failed', failure: 'timeout' });
  expect(isAborted).toBe(true);
});

test('[R3.2] a held item is released when its lease ends, unless it is renewed', async () => {
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({ store: createMemoryStore(), clock });
  const run = await begin(
    harness.engine,
    workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }'),
  );
  await until(harness, run, isWaiting);
  const item = async () => (await itemsOf(harness, run))[0];
  const { instance = 0, id = '' } = (await item()) ?? {};
  done(
    await harness.engine.submitEvent({
      tenant,
      by: 'ann',
      run: run.id,
      eventInput: { kind: 'itemHeld', instance },
      lease: 60_000,
    }),
  );
  expect(await item()).toMatchObject({ state: 'held', holder: 'ann', lease: start + 60_000 });
  clock.advance(50_000);
  expect(await harness.engine.renew({ tenant, by: 'bob', item: id, lease: 60_000 })).toMatchObject({
    kind: 'not-held',
  });
  done(await harness.engine.renew({ tenant, by: 'ann', item: id, lease: 60_000 }));
  clock.advance(59_999);
  await settle();
  expect(await item()).toMatchObject({ state: 'held', lease: start + 110_000 });
  clock.advance(1);
  await settle();
  expect(await item()).toMatchObject({ state: 'offered', holder: '', lease: null });
  done(
    await harness.engine.submitEvent({
      tenant,
      by: 'bob',
      run: run.id,
      eventInput: { kind: 'itemHeld', instance },
      lease: 60_000,
    }),
  );
});
