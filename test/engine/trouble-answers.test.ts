/** Answers of calls that are invalid, or come at an unusual time. */
import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { type ConnectorOutcome, createMemoryStore } from '../../src/runtime/index.ts';
import { createFakeClock, succeeded } from '../../src/testing/index.ts';
import {
  begin,
  done,
  elapse,
  isOver,
  openCall,
  openEngineHarness,
  settle,
  start,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

/** Of a connector that violates its types. */
const careless = (output: unknown): ConnectorOutcome => succeeded(output as Json);

function nested(core: Json, depth: number): Json {
  let value = core;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

const endless: ConnectorOutcome = {
  kind: 'failed',
  failure: { code: 'later', message: 'Not now', retryAfter: Number.POSITIVE_INFINITY },
};

test.each([
  { what: 'nothing at all', outcome: careless(undefined), failure: 'bad-answer' },
  { what: 'no JSON', outcome: careless(1n), failure: 'bad-answer' },
  { what: 'far too deep', outcome: succeeded(nested(1, 50_000)), failure: 'bad-answer' },
  {
    what: 'large and too deep',
    outcome: succeeded(nested('x'.repeat(20_000), 3_000)),
    failure: 'bad-answer',
  },
  { what: 'a failure that must never be retried', outcome: endless, failure: 'later' },
])(
  '[R2.1][R2.2] an answer that cannot be stored fails its call, and the run ends: $what',
  async ({ outcome, failure }) => {
    const store = createMemoryStore();
    const clock = createFakeClock(start);
    const harness = await openEngineHarness({ store, clock, handlers: { odd: () => outcome } });
    const run = await begin(
      harness.engine,
      workflow('a: { call: odd }\nb: { call: echo, depends_on: [a], args: { x: $a } }'),
    );
    await elapse(clock, 300_000);
    expect(await store.runs.find(tenant, run.id)).toMatchObject({
      status: 'failed',
      failure,
      seq: 2,
      calls: 0,
    });
    expect(harness.connector.calls).toHaveLength(1);
    expect(harness.engine.load()).toMatchObject({ queued: 0, calling: 0 });
    const replayed = await openEngineHarness({ store });
    expect(await replayed.engine.open(tenant, run.id)).toMatchObject({ state: { status: 'failed' } });
  },
);

test('[R2.2] a request with an id that is taken is refused, and affects no answer that comes at the same time', async () => {
  const { handler, answer } = openCall();
  const harness = await openEngineHarness({ store: createMemoryStore(), handlers: { slow: handler } });
  const request = { tenant, by: 'ann', workflow: workflow('a: { call: slow }'), input: {}, id: 'x1' };
  const run = done(await harness.engine.start(request));
  await settle();
  const again = harness.engine.start({
    ...request,
    repeatable: { operation: 'start', key: 'k2', input: 'i' },
  });
  // The answer comes while the request waits for its commit: both are in it.
  for (let turn = 0; turn < 100 && harness.engine.load().queued === 0; turn++) await Promise.resolve();
  expect(harness.engine.load().queued).toBe(1);
  answer(succeeded(1));
  expect(await again).toEqual({ kind: 'id-taken' });
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'completed', seq: 2 });
  expect(harness.engine.load()).toMatchObject({ queued: 0, calling: 0 });
});
