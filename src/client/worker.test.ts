import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countTimersOf } from '../../test/pending-timers.ts';
import { ClientError, ownFailure } from './client-error.ts';
import type { Json } from './json.ts';
import type { CheckedOutItem } from './work-item-answers.ts';
import type { WorkHandler } from './work-on-item.ts';
import { type WorkClient, Worker, type WorkOptions } from './worker.ts';

let pendingTimers: () => number;

beforeEach(() => {
  vi.useFakeTimers();
  pendingTimers = countTimersOf('/src/client/');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refusal = (httpStatus: number, code: string, retryable = false) =>
  new ClientError('', 1, { ...ownFailure(code, code, retryable), httpStatus });
const away = refusal(0, 'unreachable', true);

const offered = (id: string, other: Partial<CheckedOutItem> = {}): CheckedOutItem => ({
  workitem_id: id,
  case_id: 'c',
  spec_id: 's',
  task_name: 'Review',
  status: 'offered',
  reason: 'work',
  message: '',
  expects: {},
  holder: '',
  workitem_data: { number: id },
  schema: {},
  created_at: '',
  updated_at: '',
  ...other,
});

/** A server that records every request; a script for a method replaces its default response. */
function createFakeServer(items: readonly CheckedOutItem[], pageSize = 50) {
  const open = new Map(items.map((item) => [item.workitem_id, item]));
  const held = new Set<string>();
  const log: string[] = [];
  const listedAt: number[] = [];
  const completed: (readonly [id: string, output: unknown, key: string])[] = [];
  const scripts = new Map<string, (() => void)[]>();
  let keys = 0;
  const note = (what: string, id: string): void => {
    log.push(`${what} ${id}`);
    scripts.get(what)?.shift()?.();
  };
  const close = (id: string): void => {
    if (!open.has(id)) throw refusal(409, 'work_item_ended');
    open.delete(id);
    held.delete(id);
  };
  const get = (id: string): CheckedOutItem => open.get(id) ?? offered(id);
  const ended = (id: string) =>
    ({ workitem_id: id, status: 'completed', case_id: 'c', next_tasks: [] }) as const;
  const client: WorkClient = {
    async listWorkItems({ cursor = '0', signal }) {
      listedAt.push(Math.round(performance.now()));
      note('list', cursor);
      signal.throwIfAborted();
      const free = [...open.values()].filter(({ workitem_id: id }) => !held.has(id));
      const next = Number(cursor) + pageSize;
      return {
        work_items: free.slice(Number(cursor), next),
        ...(next < free.length ? { next_cursor: String(next) } : {}),
      };
    },
    async checkout(id) {
      note('checkout', id);
      if (held.has(id)) throw refusal(409, 'work_item_held');
      held.add(id);
      return get(id);
    },
    async renew(id) {
      note('renew', id);
      if (!held.has(id)) throw refusal(409, 'work_item_not_held');
      return get(id);
    },
    async complete(id, output, { idempotencyKey }) {
      note('complete', id);
      close(id);
      completed.push([id, output, idempotencyKey]);
      return ended(id);
    },
    async skip(id) {
      note('skip', id);
      close(id);
      return ended(id);
    },
    async release(id) {
      note('release', id);
      held.delete(id);
      return get(id);
    },
    newIdempotencyKey: () => `k${++keys}`,
  };
  return {
    client,
    open,
    held,
    log,
    listedAt,
    completed,
    script: (what: string, ...steps: (() => void)[]) => scripts.set(what, steps),
  };
}

const failing = (error: Error) => (): never => {
  throw error;
};

/** Runs the worker until the limit; returns the counts. */
async function workFor(
  ms: number,
  { client }: ReturnType<typeof createFakeServer>,
  handler: WorkHandler,
  options: WorkOptions = {},
) {
  const stop = new AbortController();
  const done = new Worker(client, handler, { signal: stop.signal, ...options })
    .run()
    .catch((error: unknown) => ({ error }));
  await vi.advanceTimersByTimeAsync(ms);
  stop.abort();
  await vi.advanceTimersByTimeAsync(120_000);
  return done;
}

const slowly =
  (ms: number, output: Json = 'done'): WorkHandler =>
  (_, { signal }) =>
    new Promise((resolve, reject) => {
      setTimeout(() => resolve(output), ms);
      signal.addEventListener('abort', () => reject(signal.reason));
    });

describe('checkout', () => {
  test('[F4.2] items are checked out oldest first, without a pause, and completed with the answers', async () => {
    const server = createFakeServer([offered('a'), offered('b'), offered('c')]);
    const done = await workFor(0, server, ({ workitem_data: data }) => ({ saw: data }));
    expect(done).toEqual({ completed: 3, skipped: 0, released: 0, lost: 0 });
    expect(server.completed.map(([id, output]) => [id, output])).toEqual(
      ['a', 'b', 'c'].map((id) => [id, { saw: { number: id } }]),
    );
  });

  test('[F4.2] without work the worker polls less and less often', async () => {
    const server = createFakeServer([]);
    await workFor(20_000, server, () => null, { idleMs: 4_000 });
    const [first = 0, ...rest] = server.listedAt;
    expect(rest.map((at) => at - first)).toEqual([250, 750, 1_750, 3_750, 7_750, 11_750, 15_750, 19_750]);
  });

  test('[F4.2] the worker handles items in parallel up to its limit', async () => {
    const server = createFakeServer(['a', 'b', 'c', 'd', 'e'].map((id) => offered(id)));
    let now = 0;
    let maxRunning = 0;
    const done = await workFor(
      10_000,
      server,
      async () => {
        now += 1;
        maxRunning = Math.max(maxRunning, now);
        await new Promise((resolve) => setTimeout(resolve, 100));
        now -= 1;
      },
      { concurrency: 2 },
    );
    expect([maxRunning, done]).toEqual([2, { completed: 5, skipped: 0, released: 0, lost: 0 }]);
  });

  test('[F4.2] an item that another worker has checked out is left alone', async () => {
    const server = createFakeServer([offered('a'), offered('b')]);
    server.script('checkout', () => server.held.add('a'));
    await workFor(10, server, () => null);
    expect(server.completed.map(([id]) => id)).toEqual(['b']);
  });

  test('[F4.2] only work for the worker is checked out, on any page', async () => {
    const server = createFakeServer(
      [
        offered('approval', { reason: 'approval' }),
        offered('doubt', { reason: 'doubt' }),
        offered('others', { may_answer: false }),
        offered('pay', { task_name: 'Pay' }),
        offered('mine', { may_answer: true }),
      ],
      2,
    );
    await workFor(10, server, () => null, { taskName: 'Review' });
    expect(server.completed.map(([id]) => id)).toEqual(['mine']);
  });

  test('[F4.2] an unavailable server is polled again later, and the error listener is called', async () => {
    const server = createFakeServer([offered('a')]);
    server.script('list', failing(away), failing(away));
    const told: unknown[] = [];
    await workFor(10_000, server, () => null, { onError: (error) => told.push(error) });
    expect(told).toEqual([away, away]);
    expect(server.completed).toHaveLength(1);
  });

  test('[F4.2] an error that waiting cannot resolve ends the worker', async () => {
    const server = createFakeServer([offered('a')]);
    const error = refusal(401, 'invalid_token');
    server.script('list', failing(error));
    expect(await workFor(10, server, () => null, { onError: () => undefined })).toEqual({ error });
  });
});

describe('leases', () => {
  test('[F4.2] an item is renewed while its handler runs, and not after that', async () => {
    const server = createFakeServer([offered('a')]);
    await workFor(60_000, server, slowly(35_000), { leaseMs: 40_000 });
    expect(server.log.filter((line) => !line.startsWith('list'))).toEqual([
      'checkout a',
      'renew a',
      'renew a',
      'renew a',
      'complete a',
    ]);
  });

  test('[F4.2] the handler of a lost item is notified, and its answer is not sent', async () => {
    const server = createFakeServer([offered('a')]);
    const told: unknown[] = [];
    let reason: unknown;
    const done = await workFor(
      20_000,
      server,
      async (_, { signal }) => {
        server.held.delete('a');
        server.open.delete('a');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        reason = signal.reason;
        return 'too late';
      },
      { leaseMs: 3_000, onError: (error) => told.push(error) },
    );
    expect(done).toEqual({ completed: 0, skipped: 0, released: 0, lost: 1 });
    expect(told).toEqual([reason]);
    expect(reason).toMatchObject({ error: 'lease_lost' });
    expect(server.log).not.toContain('complete a');
    expect(server.log).not.toContain('release a');
  });
});

describe('the end of an item', () => {
  test('[F4.2] an error of a handler is reported and releases the item, which is skipped for a while', async () => {
    const server = createFakeServer([offered('a')]);
    const told: unknown[] = [];
    let calls = 0;
    const trouble = new Error('no such vendor');
    const done = await workFor(
      10_000,
      server,
      () => {
        calls += 1;
        if (calls === 1) throw trouble;
        return 'done';
      },
      { idleMs: 100, onError: (error, item) => told.push([error, item?.workitem_id]) },
    );
    expect(done).toEqual({ completed: 1, skipped: 0, released: 1, lost: 0 });
    expect(told).toEqual([[trouble, 'a']]);
    const taken = server.log.flatMap((line, index) => (line === 'checkout a' ? index : []));
    // The item is skipped for a second, and the worker polls every 100 ms.
    expect((taken[1] ?? 0) - (taken[0] ?? 0)).toBeGreaterThanOrEqual(10);
  });

  test('[F4.2] without an error listener the first handler that throws ends the worker', async () => {
    const server = createFakeServer([offered('a'), offered('b')]);
    const error = new Error('no such vendor');
    expect(await workFor(10, server, failing(error))).toEqual({ error });
    expect(server.log).toEqual(['list 0', 'checkout a', 'release a']);
  });

  test('[F4.2] a refused answer releases the item', async () => {
    const server = createFakeServer([offered('a')]);
    const wrong = refusal(400, 'answer_refused');
    server.script('complete', failing(wrong));
    const told: unknown[] = [];
    await workFor(10, server, () => 5, { onError: (error) => told.push(error) });
    expect(told).toEqual([wrong]);
    expect(server.held.size).toBe(0);
  });

  test('[F4.2] an answer that cannot be sent is retried under the same key without a limit', async () => {
    const server = createFakeServer([offered('a')]);
    const keys = new Set<string>();
    const { complete } = server.client;
    server.client.complete = (id, output, once) => {
      keys.add(once.idempotencyKey);
      return complete(id, output, once);
    };
    server.script('complete', failing(away), failing(away), failing(away));
    expect(await workFor(10_000, server, () => 'done')).toMatchObject({ completed: 1 });
    expect([keys.size, server.completed.length]).toEqual([1, 1]);
  });

  test('[F4.2] a handler can skip an item, or release it', async () => {
    const server = createFakeServer([offered('a'), offered('b')]);
    const done = await workFor(10, server, ({ workitem_id: id }, job) => {
      if (id === 'a') job.skip();
      else if (!server.log.includes('release b')) job.release();
      return 'not sent';
    });
    expect(server.log).toContain('skip a');
    expect(server.log).toContain('release b');
    expect(done).toMatchObject({ skipped: 1, released: 1 });
  });
});

describe('stopping', () => {
  test('[F4.2] a stopped worker releases the items it holds, and checks out no more', async () => {
    const server = createFakeServer([offered('a'), offered('b'), offered('c')]);
    const done = await workFor(1_000, server, slowly(5_000), { concurrency: 2 });
    expect(done).toEqual({ completed: 0, skipped: 0, released: 2, lost: 0 });
    expect(server.log).toEqual(['list 0', 'checkout a', 'checkout b', 'release a', 'release b']);
    expect(pendingTimers()).toBe(0);
  });

  test('[F4.2] an answer that a handler returns while the worker stops is sent', async () => {
    const server = createFakeServer([offered('a'), offered('b')]);
    const stubborn: WorkHandler = () => new Promise((resolve) => setTimeout(() => resolve('done'), 5_000));
    expect(await workFor(1_000, server, stubborn)).toMatchObject({ completed: 1, released: 0 });
  });

  test('[F4.2] a checkout in progress is released', async () => {
    const server = createFakeServer([offered('a')]);
    const stop = new AbortController();
    server.script('checkout', () => stop.abort());
    const done = await new Worker(server.client, () => 'done', { signal: stop.signal }).run();
    expect(done).toMatchObject({ completed: 0, released: 1 });
    expect(server.held.size).toBe(0);
  });

  test('[F4.2] a worker that is stopped before its start checks out nothing', async () => {
    const server = createFakeServer([offered('a')]);
    await new Worker(server.client, () => 'done', { signal: AbortSignal.abort() }).run();
    expect(server.log).toEqual([]);
  });
});
