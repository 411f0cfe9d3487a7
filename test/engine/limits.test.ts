/** Fairness, limits and memory. */
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/runtime/index.ts';
import { succeeded } from '../../src/testing/index.ts';
import { begin, done, isOver, openEngineHarness, settle, tenant, until, workflow } from './engine-harness.ts';

/** Calls that end on request. */
function callGate() {
  const waiting: (() => void)[] = [];
  let maxOpen = 0;
  let open = 0;
  const handler = async () => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    await new Promise<void>((resolve) => waiting.push(resolve));
    open -= 1;
    return succeeded(null);
  };
  const release = async (count: number) => {
    for (let released = 0; released < count; released++) {
      while (waiting.length === 0) await settle();
      waiting.shift()?.();
      await settle();
    }
  };
  return { handler, release, maxOpen: () => maxOpen };
}

test('[R4.1] a connector performs calls up to its concurrency', async () => {
  const { handler, release, maxOpen } = callGate();
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    handlers: { slow: handler },
    concurrency: 3,
  });
  const runs = await Promise.all(
    Array.from({ length: 8 }, () => begin(harness.engine, workflow('a: { call: slow }'))),
  );
  await settle();
  expect(harness.engine.load()).toMatchObject({ calling: 3, waitingCalls: 5 });
  await release(8);
  for (const run of runs) await until(harness, run, isOver);
  expect(maxOpen()).toBe(3);
});

test('[R4.1] one run has a limit of concurrent calls, and leaves capacity for another', async () => {
  const { handler, release, maxOpen } = callGate();
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    handlers: { slow: handler },
    limits: { callsPerRun: 2 },
  });
  const wide = workflow(
    'all: { type: foreach, items: "range(0, 10)", concurrency: 10, step: { call: slow } }',
  );
  const run = await begin(harness.engine, wide);
  const other = await begin(harness.engine, workflow('a: { call: slow }'));
  await settle();
  expect(harness.connector.calls.map((call) => call.run)).toEqual([run.id, run.id, other.id]);
  await release(11);
  await until(harness, run, isOver);
  expect(maxOpen()).toBe(3);
});

test('[R4.1] a tenant that floods does not delay another', async () => {
  const { handler, release } = callGate();
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    handlers: { slow: handler },
    concurrency: 2,
  });
  const flow = workflow('a: { call: slow }\nb: { call: slow, depends_on: [a] }');
  const flood = Array.from({ length: 400 }, () =>
    harness.engine.start({ tenant: 'loud', by: 'eve', workflow: flow, input: {} }),
  );
  await Promise.all(flood);
  await settle();
  const quiet = done(await harness.engine.start({ tenant: 'quiet', by: 'ann', workflow: flow, input: {} }));
  await release(10);
  // With two runs in turn, each call of the quiet one waits for at most one of the busy one.
  expect(await until(harness, quiet, isOver)).toMatchObject({ status: 'completed' });
  expect(harness.engine.load().waitingCalls).toBeGreaterThan(300);
});

test('[R4.2] when too many calls wait, new runs of that tenant are refused, and accepted again later', async () => {
  const { handler, release } = callGate();
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    handlers: { slow: handler },
    concurrency: 1,
    limits: { waitingCallsPerTenant: 5 },
  });
  const flow = workflow('a: { call: slow }');
  const answers = [];
  for (let at = 0; at < 10; at++) {
    answers.push(await harness.engine.start({ tenant, by: 'ann', workflow: flow, input: {} }));
    await settle();
  }
  expect(answers.map(({ kind }) => kind)).toEqual([...Array(6).fill('done'), ...Array(4).fill('overloaded')]);
  expect(await harness.engine.start({ tenant: 'other', by: 'bob', workflow: flow, input: {} })).toMatchObject(
    {
      kind: 'done',
    },
  );
  await release(4);
  expect(await harness.engine.start({ tenant, by: 'ann', workflow: flow, input: {} })).toMatchObject({
    kind: 'done',
  });
});

test('[R4.2] when too many calls wait, a call outside of runs fails at once, and is made again later', async () => {
  const { handler, release } = callGate();
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    handlers: { slow: handler },
    concurrency: 1,
    limits: { waitingCallsPerTenant: 2 },
  });
  const call = (of: string) =>
    harness.engine.call({
      ...{ tenant: of, run: 'run_1', workflow: 'flow', task: 'choices' },
      ...{ connector: 'desk', operation: 'slow', input: {} },
    });
  const made = [call(tenant), call(tenant), call(tenant)];
  await settle();
  expect(await call(tenant)).toEqual({
    kind: 'failed',
    failure: { code: 'overloaded', message: expect.any(String), retryable: true },
  });
  const other = call('other');
  await release(4);
  expect((await Promise.all([...made, other])).map(({ kind }) => kind)).toEqual(Array(4).fill('succeeded'));
  const again = call(tenant);
  await release(1);
  expect(await again).toMatchObject({ kind: 'succeeded' });
});

test('[R4.2] when too many requests wait, more are refused', async () => {
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    limits: { queued: 20, queuedPerTenant: 10 },
  });
  const run = await begin(harness.engine, workflow('a: { wait: 1 hour }'));
  const signal = () =>
    harness.engine.submitEvent({
      tenant,
      by: 'ann',
      run: run.id,
      eventInput: { kind: 'signalled', name: 'x', payload: { value: 1 } },
    });
  const answers = await Promise.all(Array.from({ length: 15 }, signal));
  expect(answers.map(({ kind }) => kind)).toEqual([
    ...Array(10).fill('done'),
    ...Array(5).fill('overloaded'),
  ]);
  expect(await signal()).toMatchObject({ kind: 'done' });
});

test('[R4.3] runs that only wait are not kept in memory, and are loaded again', async () => {
  const harness = await openEngineHarness({ store: createMemoryStore(), limits: { loadedRuns: 10 } });
  const flow = workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }');
  const runs = await Promise.all(Array.from({ length: 200 }, () => begin(harness.engine, flow)));
  expect(harness.engine.load().loadedRuns).toBeLessThanOrEqual(10);
  for (const run of runs) {
    const [instance] = (await harness.engine.open(tenant, run.id))?.state.instances ?? [];
    const eventInput = {
      kind: 'itemCompleted',
      instance: instance?.id ?? 0,
      output: { value: { yes: true } },
    } as const;
    expect(await harness.engine.submitEvent({ tenant, by: 'ann', run: run.id, eventInput })).toMatchObject({
      run: { status: 'completed' },
    });
  }
});
