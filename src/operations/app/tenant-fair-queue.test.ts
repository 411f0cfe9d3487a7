import { expect, test } from 'vitest';
import { OperationError } from '../contract/operation-error.ts';
import { TenantFairQueue } from './tenant-fair-queue.ts';

/** Only work and pauses advance the time. */
function open() {
  let now = 0;
  const log: string[] = [];
  const queue = new TenantFairQueue({
    now: () => now,
    rest: async (milliseconds) => {
      now += milliseconds;
      log.push(`rest ${milliseconds}`);
    },
  });
  const take = (tenant: string, name: string, duration: number) =>
    queue.run(tenant, () => {
      now += duration;
      log.push(name);
      return name;
    });
  return { queue, take, log };
}

test('[W7.2] each piece of heavy work is followed by a pause of the same length', async () => {
  const { take, log } = open();
  expect(await Promise.all([take('a', 'one', 100), take('a', 'two', 30), take('a', 'three', 1)])).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect(log).toEqual(['one', 'rest 100', 'two', 'rest 30', 'three']);
  // Work that is added right afterwards waits, too, and none waits longer than some seconds.
  await take('b', 'four', 60_000);
  await take('b', 'five', 1);
  expect(log.slice(-4)).toEqual(['rest 1', 'four', 'rest 5000', 'five']);
});

test('[W7.2] tenants alternate: a tenant with much work does not delay others', async () => {
  const { take, log } = open();
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => take('a', name, 1));
  await Promise.all([...many, take('b', 'b1', 1), take('b', 'b2', 1), take('c', 'c1', 1)]);
  const workOrder = log.filter((each) => !each.startsWith('rest'));
  expect(workOrder).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('[W7.2] when too much work of one tenant waits, only this tenant is refused', async () => {
  const { queue, take, log } = open();
  const first = Array.from({ length: 21 }, (_, index) => take('a', `a${index}`, 1));
  const refused = await take('a', 'too much', 1).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OperationError);
  expect(refused).toMatchObject({ details: { code: 'overloaded', retryable: true } });
  expect(await take('b', 'b', 1)).toBe('b');
  await Promise.all(first);
  expect(log).not.toContain('too much');
  // A failure is thrown to its caller, and the next one runs.
  const broken = queue.run('a', () => {
    throw new Error('Broken.');
  });
  const next = take('a', 'next', 1);
  await expect(broken).rejects.toThrow('Broken.');
  expect(await next).toBe('next');
});
