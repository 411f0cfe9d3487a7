import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countTimersOf } from '../../../test/pending-timers.ts';
import type { Json } from '../../kernel/index.ts';
import { type Principal, registry } from '../../operations/index.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import { sendCall } from './pipeline.ts';

let pendingTimers: () => number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pendingTimers = countTimersOf('/src/server/pipeline/');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Including work deferred to the end of the turn. */
async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await new Promise(setImmediate);
}

const ann: Principal = { subject: 'ann', tenant: 't', scopes: new Set(), roles: [], kind: 'agent' };

interface Engine {
  readonly resolve: (result: Json) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls an engine that answers on command. */
function ask(operation: string, input: unknown) {
  let engine: Engine = { resolve: () => {}, reject: () => {} };
  const asked = new Promise<Json>((resolve, reject) => {
    engine = { resolve, reject };
  });
  const told: unknown[] = [];
  const call = { operation: registry.get(operation), principal: ann, input, signal: undefined };
  sendCall({ ...call, underWay: new CallsUnderWay(), dispatch: () => asked }).then(
    (result) => told.push(result),
    (error: unknown) => told.push(Object(error).details),
  );
  return { engine, told };
}

test('[W3.1] an engine that does not answer within ten seconds is engine_timeout, and retryable', async () => {
  const { told } = ask('runs.get', { run: 'r', idempotencyKey: 'k-1' });
  await pass(9_999);
  expect(told).toEqual([]);
  await pass(1);
  expect(told).toMatchObject([
    {
      code: 'engine_timeout',
      category: 'unavailable',
      retryable: true,
      message: ['The engine did not answer ', { operation: 'runs.get' }, ' within 10 s.'],
      context: { operation: 'runs.get', idempotencyKey: 'k-1' },
    },
  ]);
});

test('[W3.1] an answer or error in time is passed on, and no timer is left', async () => {
  const done = ask('runs.get', undefined);
  const refused = ask('runs.get', null);
  await pass(9_999);
  done.engine.resolve({ run: 'r' });
  refused.engine.reject({ details: 'refused' });
  await pass(0);
  expect([done.told, refused.told]).toEqual([[{ run: 'r' }], ['refused']]);
  expect(pendingTimers()).toBe(0);
});

test('[W3.1] an answer that arrived while this process was busy counts', async () => {
  const { engine, told } = ask('runs.get', {});
  setTimeout(() => engine.resolve('late'), 10_000);
  await pass(10_000);
  expect(told).toEqual(['late']);
});

test('[W3.1] a requested wait is added, up to its maximum', async () => {
  const waiting = ask('runs.get', { waitMs: 5_000 });
  const endless = ask('runs.get', { waitMs: 1e9 });
  await pass(14_999);
  expect(waiting.told).toEqual([]);
  await pass(1);
  expect(waiting.told).toMatchObject([{ code: 'engine_timeout' }]);
  expect(endless.told).toEqual([]);
  await pass(15_000);
  expect(endless.told).toMatchObject([{ code: 'engine_timeout' }]);
});

test('[W3.1][W4.5] an operation that declares a long deadline has no timeout', async () => {
  const { engine, told } = ask('runs.import', {});
  await pass(1e6);
  expect(told).toEqual([]);
  engine.resolve('imported');
  await pass(0);
  expect(told).toEqual(['imported']);
});
