import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { serviceStatus } from '../../src/operations/service/service-status.ts';
import {
  isOver,
  isWaiting,
  type OperationsHarness,
  openOperationsHarness,
  stranger,
} from './operations-harness.ts';

const text = `
workflows:
  ask: { graph: { question: { type: yield, message: What?, expects: { word: str } } } }
`;
const broken = 'workflows: { lost: { graph: { a: { call: echo, args: { x: $nobody } } } } }';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'ask.yaml': text, 'lost.yaml': broken });
});
afterEach(() => harness.close());

test('[P7.1] it reports the number of runs, items and workflows of the tenant only', async () => {
  const runs = { created: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
  const definitions = { valid: 1, invalid: 1 };
  const load = { queued: 0, calling: 0, waitingCalls: 0, loadedRuns: 0, delivering: 0 };
  expect(await harness.perform(serviceStatus, {})).toEqual({
    problem: '',
    runs,
    openItems: 0,
    definitions,
    mistaken: ['lost.yaml'],
    quotas: {},
    webhooks: { waiting: 0, givenUp: 0, attempts: { delivered: 0, failed: 0, refused: 0, gone: 0 } },
    keyedRequests: { performed: 0, repeated: 0, unavailable: 0 },
    repositories: [],
    load,
  });
  for (let count = 0; count < 3; count++) {
    const { run } = await harness.perform(startRun, { workflow: 'ask' });
    await harness.until(run, isWaiting);
    if (count === 0) await harness.perform(cancelRun, { run });
    if (count === 0) await harness.until(run, isOver);
  }
  expect(await harness.perform(serviceStatus, {})).toMatchObject({
    runs: { ...runs, running: 2, cancelled: 1 },
    openItems: 2,
    load: { loadedRuns: 3 },
  });
  expect(await harness.perform(serviceStatus, {}, stranger)).toMatchObject({ runs, openItems: 0 });
});

test('[W2.2] if several tenants share the installation, the load reveals nothing about others', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'ask' });
  await harness.until(run, isWaiting);
  const shared = await serviceStatus.perform(stranger, {}, { ...harness.services, isShared: true });
  expect([shared.load, shared.keyedRequests]).toEqual([{}, {}]);
});

test('[P7.1] counting takes a small part of the time, even with many runs', async () => {
  const { store } = harness.services;
  let counted = 0;
  const count: typeof store.runs.count = async (tenant, query) => {
    counted += 1;
    harness.clock.advance(10);
    return store.runs.count(tenant, query);
  };
  const services = { ...harness.services, store: { ...store, runs: { ...store.runs, count } } };
  const ask = () => serviceStatus.perform(stranger, {}, services);
  await ask();
  const once = counted;
  await ask();
  expect(counted).toBe(once);
  harness.clock.advance(5_000);
  await ask();
  expect(counted).toBe(2 * once);
});

test('[P7.1] it fails if the store does not respond, even while the numbers are cached', async () => {
  await harness.perform(serviceStatus, {});
  await harness.services.store.close();
  expect(await harness.refused(serviceStatus, {})).toMatchObject({
    code: 'store_unavailable',
    category: 'unavailable',
    context: { reason: 'closed' },
  });
});
