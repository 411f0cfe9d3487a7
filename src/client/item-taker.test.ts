import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClientError, ownFailure } from './client-error.ts';
import { createItemCooldowns } from './item-cooldowns.ts';
import { createItemTaker } from './item-taker.ts';
import type { CheckedOutItem } from './work-item-answers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const refusal = (error: string, httpStatus: number) =>
  new ClientError('', 1, { ...ownFailure(error, error, false), httpStatus });
const away = new ClientError('', 4, ownFailure('unreachable', 'away', true));

type Step = (() => Promise<void>) | undefined;

const fails = (error: Error) => () => Promise.reject(error);
const slowly = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A client whose calls have the scripted results, then successful ones. */
function open(...script: readonly Step[]) {
  const log: string[] = [];
  const steps = [...script];
  let keys = 0;
  const note = async (line: string): Promise<CheckedOutItem> => {
    log.push(line);
    await steps.shift()?.();
    return { workitem_id: 'a' } as CheckedOutItem;
  };
  const client = {
    checkout: (id: string, { idempotencyKey: key }: { readonly idempotencyKey: string }) =>
      note(`checkout ${id} ${key}`),
    renew: (id: string) => note(`renew ${id}`),
    newIdempotencyKey: () => `k${++keys}`,
  };
  const taker = createItemTaker(
    client,
    40_000,
    createItemCooldowns(() => performance.now()),
  );
  return { taker, log };
}

test('[F4.2] a checkout without a response is repeated under its key, and a held item is renewed', async () => {
  const { taker, log } = open(fails(away), fails(away));
  await expect(taker.take('a')).rejects.toBe(away);
  expect(taker.uncertain()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taker.uncertain()).toEqual(['a']);
  await expect(taker.take('a')).rejects.toBe(away);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await taker.take('a')).toMatchObject({ since: performance.now() });
  expect(log).toEqual(['checkout a k1', 'checkout a k1', 'checkout a k1', 'renew a']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(taker.uncertain()).toEqual([]);
  await taker.take('a');
  expect(log.at(-1)).toBe('checkout a k2');
});

test.each([
  ['work_item_not_held', 409],
  ['work_item_held', 409],
  ['work_item_not_found', 404],
])(
  '[F4.2] if the final response is %s, the item is not held, and the key is dropped',
  async (error, status) => {
    const { taker, log } = open(fails(away), fails(refusal(error, status)));
    await expect(taker.take('a')).rejects.toBe(away);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await taker.take('a')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(taker.uncertain()).toEqual([]);
    await taker.take('a');
    expect(log).toEqual(['checkout a k1', 'checkout a k1', 'checkout a k2']);
  },
);

test('[F4.2] a renewal without a response leaves the lease in doubt; after a refused renewal the item is not held', async () => {
  const { taker, log } = open(fails(away), undefined, fails(away), undefined, fails(refusal('held', 409)));
  await expect(taker.take('a')).rejects.toBe(away);
  await expect(taker.take('a')).rejects.toBe(away);
  expect(await taker.take('a')).toBeUndefined();
  const both = ['checkout a k1', 'renew a'];
  expect(log).toEqual(['checkout a k1', ...both, ...both]);
});

test('[F4.2] an item whose checkout takes long is renewed before the handler starts', async () => {
  const { taker, log } = open(slowly(9_000), slowly(10_000));
  const [first, second] = ['a', 'b'];
  const fresh = taker.take(first);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await fresh).toMatchObject({ since: performance.now() - 9_000 });
  const late = taker.take(second);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await late).toMatchObject({ since: performance.now() });
  expect(log).toEqual(['checkout a k1', 'checkout b k2', 'renew b']);
});

test('[F4.2] errors about the caller are thrown', async () => {
  const error = refusal('unauthenticated', 401);
  const { taker } = open(fails(error));
  await expect(taker.take('a')).rejects.toBe(error);
});
