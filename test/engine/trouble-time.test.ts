/** Due timers that cannot be fired do not block the others. */
import { expect, test } from 'vitest';
import { createMemoryStore, type Store } from '../../src/runtime/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import {
  begin,
  done,
  elapse,
  isOver,
  itemsOf,
  openEngineHarness,
  settle,
  start,
  submitEvent,
  subscribeToEnd,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

const napper = workflow('a: { wait: 1000 }');

/** A store that has lost the journals of some runs. */
function losing(kept: Store) {
  const lost = new Set<string>();
  const store: Store = {
    ...kept,
    journals: {
      ...kept.journals,
      async read(of, run, after, limit) {
        return lost.has(run) ? [] : kept.journals.read(of, run, after, limit);
      },
    },
  };
  return { store, lost };
}

test('[R3.1][R5.1] a due run that cannot be replayed does not prevent an engine from opening, and fires when it can be', async () => {
  const { store, lost } = losing(createMemoryStore());
  const clock = createFakeClock(start);
  const first = await openEngineHarness({ store, clock });
  const run = await begin(first.engine, napper);
  await first.engine.stop();
  clock.advance(5_000);
  lost.add(run.id);
  const harness = await openEngineHarness({ store, clock });
  const other = await begin(harness.engine, napper);
  await elapse(clock, 20_000);
  expect(await store.runs.find(tenant, other.id)).toMatchObject({ status: 'completed' });
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'running', seq: 1 });
  // Retries have increasing delays: twenty seconds are a few attempts.
  expect(harness.incidents.length).toBeGreaterThan(1);
  expect(harness.incidents.length).toBeLessThan(10);
  lost.clear();
  await elapse(clock, 60_000);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'completed' });
});

test('[R3.1] more due runs than one batch, none of which can be replayed, do not block another', async () => {
  const { store, lost } = losing(createMemoryStore());
  const clock = createFakeClock(start);
  const first = await openEngineHarness({ store, clock });
  const runs = await Promise.all(Array.from({ length: 201 }, () => begin(first.engine, napper)));
  await first.engine.stop();
  for (const { id } of runs) lost.add(id);
  const harness = await openEngineHarness({ store, clock });
  const good = await begin(harness.engine, workflow('a: { wait: 2000 }'));
  await elapse(clock, 30_000, 60);
  expect(await store.runs.find(tenant, good.id)).toMatchObject({ status: 'completed' });
});

test('[R3.2] an item whose lease ends while it is paused is released when it continues', async () => {
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({ store: createMemoryStore(), clock });
  const run = await begin(
    harness.engine,
    workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }'),
  );
  const [item] = await itemsOf(harness, run);
  const instance = item?.instance ?? 0;
  done(await submitEvent(harness, run, { kind: 'itemHeld', instance }, 1_000));
  done(await submitEvent(harness, run, { kind: 'itemSuspended', instance }));
  clock.advance(2_000);
  await settle();
  expect(await itemsOf(harness, run)).toMatchObject([{ state: 'held', holder: 'ann', paused: true }]);
  done(await submitEvent(harness, run, { kind: 'itemResumed', instance }));
  await elapse(clock, 120_000);
  expect(await itemsOf(harness, run)).toMatchObject([{ state: 'offered', holder: '', lease: null }]);
});

test('[R1.8] a message whose deliverer fails is retried with increasing delays, and given up in the end', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const tries: number[] = [];
  const announce = await subscribeToEnd(store, clock);
  const harness = await openEngineHarness({
    store,
    clock,
    post: {
      announce,
      async deliver() {
        tries.push(clock.now() - start);
        throw new Error('The deliverer is broken.');
      },
    },
  });
  await until(harness, await begin(harness.engine, workflow('a: { call: echo }')), isOver);
  for (let round = 0; round < 40; round++) {
    const next = await store.outbox.next(0);
    if (next === null) break;
    clock.advance(Math.max(0, next - clock.now()));
    await settle();
  }
  expect(tries).toHaveLength(12);
  for (const [attempt, at] of tries.slice(1).entries()) {
    const pause = (at - (tries[attempt] ?? 0)) / 1_000;
    expect(pause).toBeGreaterThanOrEqual(2 ** attempt);
    expect(pause).toBeLessThanOrEqual(2 ** attempt * 1.1);
  }
  expect(await store.outbox.next(0)).toBeNull();
  expect(await store.outbox.count()).toEqual({ waiting: 0, givenUp: 1 });
});
