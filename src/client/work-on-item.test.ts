import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countTimersOf } from '../../test/pending-timers.ts';
import { ClientError, ownFailure } from './client-error.ts';
import type { CheckedOutItem } from './work-item-answers.ts';
import { type ItemClient, type WorkHandler, workOnItem } from './work-on-item.ts';

let pendingTimers: () => number;

beforeEach(() => {
  vi.useFakeTimers();
  pendingTimers = countTimersOf('/src/client/');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refusal = (error: string) =>
  new ClientError('', 1, { ...ownFailure(error, error, false), httpStatus: 409 });
const away = new ClientError('', 4, ownFailure('unreachable', 'away', true));

const item: CheckedOutItem = {
  workitem_id: 'a',
  case_id: 'c',
  spec_id: 's',
  task_name: 'Review',
  status: 'held',
  reason: 'work',
  message: '',
  expects: {},
  holder: 'me',
  workitem_data: {},
  schema: {},
  created_at: '',
  updated_at: '',
};
const ended = { workitem_id: 'a', status: 'completed', case_id: 'c', next_tasks: [] } as const;

/** The result of one attempt to send the answer. */
type Try = (serverState: { isEnded: boolean }, signal: AbortSignal) => Promise<void>;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The server carried it out, and the response was lost. */
const carriedOut: Try = async (serverState) => {
  serverState.isEnded = true;
  await after(3_000);
  throw away;
};
const lost: Try = async () => {
  throw away;
};
const fine: Try = async () => undefined;
const held: Try = async () => {
  throw refusal('work_item_held');
};
const silent: Try = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** An item with a lease of 4 seconds whose answer is sent as scripted; the last attempt repeats. */
function work(script: readonly Try[], handler: WorkHandler = () => 'done') {
  const serverState = { isEnded: false, isTaken: false };
  const keys = new Set<string>();
  const log: string[] = [];
  const stop = new AbortController();
  let tries = 0;
  const send = async (what: string, { idempotencyKey, signal }: Parameters<ItemClient['skip']>[1]) => {
    log.push(what);
    keys.add(idempotencyKey);
    await (script[Math.min(++tries, script.length) - 1] ?? fine)(serverState, signal);
    return ended;
  };
  const client: ItemClient = {
    async renew() {
      if (serverState.isEnded) throw refusal('work_item_ended');
      if (serverState.isTaken) throw refusal('work_item_held');
      return item;
    },
    complete: (_, _output, once) => send('complete', once),
    skip: (_, once) => send('skip', once),
    async release() {
      log.push('release');
      return item;
    },
    newIdempotencyKey: () => `k${keys.size}`,
  };
  const since = performance.now();
  const outcome = workOnItem(client, { item, handler, leaseMs: 4_000, since, stop: stop.signal });
  return { outcome, serverState, keys, log, stop };
}

test.each<['completed' | 'skipped', WorkHandler]>([
  ['completed', () => 'done'],
  ['skipped', (_, job) => job.skip()],
])(
  '[F4.2] if the response for an item that was %s is lost, the request is repeated under its key, regardless of renewals',
  async (end, handler) => {
    const { outcome, keys, log } = work([carriedOut, lost, fine], handler);
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual({ end, error: undefined });
    expect([keys.size, log.length, log.includes('release')]).toEqual([1, 3, false]);
  },
);

test('[F4.2] an answer that cannot be sent before the lease expires is still sent', async () => {
  const { outcome, serverState, keys } = work([lost, lost, lost, lost, lost, lost, fine]);
  serverState.isTaken = true;
  await vi.runAllTimersAsync();
  expect(await outcome).toEqual({ end: 'completed', error: undefined });
  expect(keys.size).toBe(1);
});

test('[F4.2] an item that another worker holds is left alone', async () => {
  const { outcome, serverState, log } = work([lost, lost, lost, held]);
  serverState.isTaken = true;
  await vi.runAllTimersAsync();
  expect(await outcome).toEqual({ end: 'lost', error: refusal('work_item_held') });
  expect(log).not.toContain('release');
});

test.each<[string, Try]>([
  ['cannot be sent', lost],
  ['is not answered', silent],
])(
  '[F4.2] a stopping worker waits half a minute for a response that %s, and reports an unknown outcome',
  async (_, script) => {
    const { outcome, stop, log } = work([script]);
    let isOver = false;
    const noted = outcome.finally(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(isOver).toBe(false);
    stop.abort();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await noted).toMatchObject({ end: 'lost', error: { error: 'outcome_unknown', retryable: true } });
    expect(log).not.toContain('release');
    expect(pendingTimers()).toBe(0);
  },
);
