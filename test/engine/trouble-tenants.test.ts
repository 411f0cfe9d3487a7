/** Isolation of tenants: neither names nor load of one affect another. */
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/runtime/index.ts';
import { done, openEngineHarness, workflow } from './engine-harness.ts';

test('[R1.4][R2.2] no tenant reaches a run of another by a similar name', async () => {
  const harness = await openEngineHarness({ store: createMemoryStore() });
  const flow = workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }');
  const run = done(
    await harness.engine.start({ tenant: 'a/b', by: 'bob', workflow: flow, input: {}, id: 'r1' }),
  );
  expect(await harness.engine.open('a', 'b/r1')).toBeUndefined();
  const eventInput = { kind: 'cancelRequested', undo: true } as const;
  expect(await harness.engine.submitEvent({ tenant: 'a', by: 'eve', run: 'b/r1', eventInput })).toEqual({
    kind: 'not-found',
  });
  expect(await harness.store.runs.find('a/b', 'r1')).toEqual(run);
});

test('[R4.2][R4.1] two tenants that fill the queue are refused, and leave capacity for a third', async () => {
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    limits: { queued: 200, queuedPerTenant: 150 },
  });
  const flow = workflow('a: { call: echo }');
  const ask = (tenant: string) => harness.engine.start({ tenant, by: 'ann', workflow: flow, input: {} });
  const loud = ['one', 'other'].flatMap((tenant) => Array.from({ length: 150 }, () => ask(tenant)));
  const quiet = ask('quiet');
  expect(await quiet).toMatchObject({ kind: 'done' });
  expect(await Promise.all(loud)).toContainEqual({ kind: 'overloaded', retryAfter: 1_000 });
});
