import { beforeEach, expect, test, vi } from 'vitest';
import {
  createMemorySharedReceipts,
  createSharedReceiptState,
  type Receipt,
  type ReceiptKey,
  type SharedReceiptState,
  type SharedReceipts,
  SharedReceiptsError,
  StoreError,
} from '../../runtime/index.ts';
import { createFakeClock, type FakeClock } from '../../testing/index.ts';
import { type CallExtras, IdempotencyGuard } from './idempotency-guard.ts';
import { OperationError } from './operation-error.ts';
import { createInternalKey } from './own-key.ts';

const life = 60_000;
const keyed: ReceiptKey = { tenant: 'acme', subject: 'ann', operation: 'runs.start', key: 'k' };

let clock: FakeClock;
let board: SharedReceiptState;
/** Receipts in the store of this replica, by key. */
let known: Map<string, Receipt>;
let performed: number;
beforeEach(() => {
  clock = createFakeClock(1_000);
  board = createSharedReceiptState();
  known = new Map();
  performed = 0;
});

const receiptOf = (key: ReceiptKey): Receipt => ({
  ...key,
  input: 'hash',
  run: 'run-1',
  seq: 1,
  outcome: 'running',
  at: clock.now(),
  expiresAt: clock.now() + life,
});

const replica = (identity: string): SharedReceipts =>
  createMemorySharedReceipts({ clock, identity, life, state: board });

const receipts = {
  find: async ({ key }: ReceiptKey) => known.get(key),
  newest: async () => [...known.values()],
};

const guardWith = (shared?: SharedReceipts, own = receipts): IdempotencyGuard =>
  new IdempotencyGuard({ store: { receipts: own }, clock, shared });

/** Performs the request: from then on the store has its receipt. */
const work = (key = keyed) => ({
  key,
  hash: () => 'hash',
  answersFromReceipt: false,
  async perform({ onRepeated }: CallExtras = {}): Promise<string> {
    if (known.has(key.key)) {
      onRepeated?.();
      return 'again';
    }
    performed += 1;
    known.set(key.key, receiptOf(key));
    return 'done';
  },
});

const refusal = async (answer: Promise<unknown>): Promise<OperationError['details']> => {
  const error: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OperationError)) throw new Error('It was not refused.', { cause: error });
  return error.details;
};

/** Advances the time until it has ended. */
async function letRun<Result>(answer: Promise<Result>): Promise<Result> {
  let isOver = false;
  const ended = answer.finally(() => {
    isOver = true;
  });
  ended.catch(() => undefined);
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isOver) return ended;
    clock.advance(50);
  }
}

test('[F2.4] a call that waits for another replica is refused after five seconds, and nothing is done', async () => {
  await replica('b').claim(keyed);
  const begun = clock.now();
  expect(await refusal(letRun(guardWith(replica('a')).perform(work())))).toMatchObject({
    code: 'engine_unavailable',
    retryable: true,
    context: { reason: 'under-way-elsewhere' },
  });
  expect(clock.now() - begun).toBe(5_000);
  expect(performed).toBe(0);
});

test('[F2.4] repeated calls are refused as well, each five seconds after its own start', async () => {
  await replica('b').claim(keyed);
  const guard = guardWith(replica('a'));
  const begun = clock.now();
  const ends: number[] = [];
  const send = async (): Promise<void> => {
    expect((await refusal(guard.perform(work()))).context).toEqual({ reason: 'under-way-elsewhere' });
    ends.push(clock.now() - begun);
  };
  const sent = [send(), send(), send()];
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(2_000);
  sent.push(send(), send());
  await letRun(Promise.all(sent));
  expect(ends).toEqual([5_000, 5_000, 5_000, 7_000, 7_000]);
  expect(guard.figures().unavailable).toBe(5);
});

test('[F2.4] an aborted call stops waiting, and later calls keep their order', async () => {
  await replica('b').claim(keyed);
  const guard = guardWith(replica('a'));
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = refusal(guard.perform({ ...work(), signal: first.signal }));
  const behind = refusal(guard.perform({ ...work(), signal: second.signal }));
  const last = guard.perform(work());
  second.abort();
  expect(await behind).toMatchObject({ code: 'engine_unavailable', retryable: true });
  first.abort();
  expect(await waiting).toMatchObject({ code: 'engine_unavailable', retryable: true });
  await replica('b').release(keyed);
  expect(await letRun(last)).toBe('done');
  expect(performed).toBe(1);
});

test('[F2.1] an aborted call lets no later call start before the active one has ended', async () => {
  const guard = guardWith();
  let finish = (): void => undefined;
  const working = guard.perform({
    ...work(),
    perform: async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return work().perform();
    },
  });
  const leaving = new AbortController();
  const gone = refusal(guard.perform({ ...work(), signal: leaving.signal }));
  const next = guard.perform(work());
  leaving.abort();
  await gone;
  await new Promise((resolve) => setImmediate(resolve));
  expect(performed).toBe(0);
  finish();
  expect([await working, await next]).toEqual(['done', 'again']);
});

test('[F2.4] while replicas restore the shared receipts, calls are refused with the reason', async () => {
  const shared = { ...replica('a'), claim: async () => ({ kind: 'too-early' }) as const };
  const refused = await refusal(letRun(guardWith(shared).perform(work())));
  expect(refused).toMatchObject({
    code: 'engine_unavailable',
    retryable: true,
    context: { reason: 'receipts-incomplete' },
  });
  expect(performed).toBe(0);
});

test('[F2.4] errors do not reveal the address of the shared receipts', async () => {
  const lost = async (): Promise<never> => {
    throw new SharedReceiptsError('redis://10.0.0.7:6379/0 refuses connections.');
  };
  const refused = await refusal(guardWith({ ...replica('a'), claim: lost }).perform(work()));
  expect(refused.message).toBe(
    'The shared store of idempotency keys cannot be reached, so it is unknown whether this key was used before. Nothing was done.',
  );
  expect(JSON.stringify(refused)).not.toMatch(/redis|10\.0\.0/);
});

test('[F2.4] a waiting call performs the request if the other replica did not, or answers if it did', async () => {
  const [one, other] = [replica('a'), replica('b')];
  const guard = guardWith(one);
  await other.claim(keyed);
  const waiting = guard.perform(work());
  await other.release(keyed);
  expect(await letRun(waiting)).toBe('done');
  const second = { ...keyed, key: 'k2' };
  await other.claim(second);
  const elsewhere = vi.fn(async ({ elsewhere: receipt }: CallExtras) => receipt?.run);
  const answering = guard.perform({ ...work(second), answersFromReceipt: true, perform: elsewhere });
  await other.keep({ ...receiptOf(second), run: 'theirs' });
  expect(await letRun(answering)).toBe('theirs');
  expect(performed).toBe(1);
});

test('[F2.4] keys that this program generated are not shared with other replicas', async () => {
  const shared = { ...replica('a'), claim: vi.fn(replica('a').claim) };
  expect(await guardWith(shared).perform(work({ ...keyed, key: createInternalKey() }))).toBe('done');
  expect(shared.claim).not.toHaveBeenCalled();
});

const unreachable = async (): Promise<never> => {
  throw new SharedReceiptsError('Redis is gone.');
};

test('[F2.4] a performed request is answered, although other replicas cannot be notified', async () => {
  const shared = replica('a');
  expect(await guardWith({ ...shared, keep: unreachable }).perform(work())).toBe('done');
  // Other replicas do nothing in the meantime, and this one may ask again.
  expect(await replica('b').claim(keyed)).toEqual({ kind: 'elsewhere' });
  expect(await shared.claim(keyed)).toEqual({ kind: 'claimed' });
});

test('[F2.1] a failure after the change is not retried by other replicas', async () => {
  const shared = replica('a');
  const failing = async (): Promise<never> => {
    known.set(keyed.key, receiptOf(keyed));
    throw new StoreError('busy', 'It cannot be read.', true);
  };
  await expect(guardWith(shared).perform({ ...work(), perform: failing })).rejects.toThrow(StoreError);
  expect((await replica('b').claim(keyed)).kind).toBe('done');
});

test('[F2.1] if the outcome is unknown, no other replica performs the request', async () => {
  let asked = 0;
  const blind = {
    ...receipts,
    find: async (): Promise<undefined> => {
      asked += 1;
      if (asked > 1) throw new StoreError('busy', 'It cannot be read.', true);
    },
  };
  const shared = replica('a');
  expect(await guardWith(shared, blind).perform(work())).toBe('done');
  expect(await replica('b').claim(keyed)).toEqual({ kind: 'elsewhere' });
});

test('[F2.1] calls under one key run one after the other, regardless of their outcome', async () => {
  const guard = guardWith();
  let underWay = 0;
  let maxRunning = 0;
  const turn = async (fails: boolean): Promise<string> => {
    underWay += 1;
    maxRunning = Math.max(maxRunning, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    if (fails) throw new RangeError('a fault');
    return 'done';
  };
  const answers = await Promise.allSettled(
    [true, false, true, false].map((fails) => guard.perform({ ...work(), perform: () => turn(fails) })),
  );
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(maxRunning).toBe(1);
  const apart = [keyed, { ...keyed, key: 'other' }, { ...keyed, subject: 'bob' }, { ...keyed, tenant: 'x' }];
  await Promise.all(apart.map((key) => guard.perform({ ...work(key), perform: () => turn(false) })));
  expect(maxRunning).toBe(4);
});

test('[F2.4] it counts the outcomes of requests with a key', async () => {
  const guard = guardWith(replica('a'));
  await guard.perform(work());
  await guard.perform(work());
  expect(guard.figures()).toEqual({ performed: 1, repeated: 1, unavailable: 0 });
  const cut = guardWith({ ...replica('b'), claim: unreachable });
  await refusal(cut.perform(work({ ...keyed, key: 'new' })));
  expect(cut.figures()).toEqual({ performed: 0, repeated: 0, unavailable: 1 });
});
