import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { JobPool, type JobRequest, type PoolOutcome } from '../../src/runtime/index.ts';
import { fixturePath } from '../fixture-path.ts';

const pools: JobPool[] = [];

function openPool(size: number): JobPool {
  const pool = new JobPool({ program: fixturePath('job-kinds'), memoryMb: 32, size });
  pools.push(pool);
  return pool;
}

afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

const limit = { timeMs: 60_000, elapsedMs: 60_000 };

const job = (name: string, given: Partial<JobRequest> & { readonly value?: unknown } = {}): JobRequest => {
  const { value = null, ...others } = given;
  return { party: 'ann', name, input: JSON.stringify(value), limit, ...others };
};

const valueIn = (outcome: PoolOutcome): unknown =>
  outcome.kind === 'done' ? JSON.parse(outcome.text) : outcome.kind;

test('[W7.3] jobs return their results, and an idle process performs the next one', async () => {
  const pool = openPool(2);
  expect(valueIn(await pool.run(job('echo', { value: { a: [1] } })))).toEqual({ a: [1] });
  const first = valueIn(await pool.run(job('pid')));
  expect(first).not.toBe(process.pid);
  expect(valueIn(await pool.run(job('pid')))).toBe(first);
});

test('[W7.3] a job that fails reports its error, and its process performs the next one', async () => {
  const pool = openPool(1);
  const before = valueIn(await pool.run(job('pid')));
  expect(await pool.run(job('fail'))).toMatchObject({ kind: 'failed', trace: 'Error: It failed.' });
  expect(valueIn(await pool.run(job('pid')))).toBe(before);
});

test.each([
  ['more CPU time than its limit', job('spin', { limit: { timeMs: 50, elapsedMs: 60_000 } }), 'late'],
  ['more elapsed time than its limit', job('spin', { limit: { timeMs: 60_000, elapsedMs: 50 } }), 'late'],
  ['too much memory', job('grow'), 'ended'],
])(
  '[W7.3] a job that needs %s is stopped, and the next one runs in another process',
  async (_, hostile, kind) => {
    const pool = openPool(1);
    const before = valueIn(await pool.run(job('pid')));
    const [outcome, after] = await Promise.all([pool.run(hostile), pool.run(job('pid'))]);
    expect(outcome).toMatchObject({ kind });
    expect(valueIn(after)).not.toBe(before);
  },
);

test('[W7.3] a process that is killed is replaced', async () => {
  const pool = openPool(1);
  expect(await pool.run(job('die'))).toMatchObject({ kind: 'ended' });
  const pid = Number(valueIn(await pool.run(job('pid'))));
  process.kill(pid, 'SIGKILL');
  expect(valueIn(await pool.run(job('echo', { value: 1 })))).toBe(1);
});

test('[W7.3] a job whose process ends because of earlier jobs is performed in another one', async () => {
  const pool = openPool(1);
  expect(valueIn(await pool.run(job('echo', { value: 1 })))).toBe(1);
  expect(valueIn(await pool.run(job('first')))).toBe('first');
  expect(await pool.run(job('die'))).toMatchObject({ kind: 'ended' });
});

test('[W7.3] an aborted job is stopped, also while it waits', async () => {
  const pool = openPool(1);
  const abort = new AbortController();
  const running = pool.run(job('spin', { signal: abort.signal }));
  const waiting = pool.run(job('echo', { signal: abort.signal }));
  const other = pool.run(job('echo', { party: 'bob', value: 2 }));
  abort.abort();
  expect(await Promise.all([running, waiting, other])).toMatchObject([
    { kind: 'aborted' },
    { kind: 'aborted', usedMs: 0 },
    { kind: 'done', text: '2' },
  ]);
  expect(await pool.run(job('echo', { signal: abort.signal }))).toEqual({ kind: 'aborted', usedMs: 0 });
});

test('[W7.4] one party cannot occupy all processes', async () => {
  const pool = openPool(2);
  const abort = new AbortController();
  const endless = [1, 2, 3].map(() => pool.run(job('spin', { signal: abort.signal })));
  expect(valueIn(await pool.run(job('echo', { party: 'bob', value: 'mine' })))).toBe('mine');
  expect(pool.countOf('ann')).toBe(3);
  abort.abort();
  expect((await Promise.all(endless)).map(({ kind }) => kind)).toEqual(['aborted', 'aborted', 'aborted']);
});

test('[W7.4] a spare process is started before another party needs it', async () => {
  const pool = new JobPool({ program: fixturePath('job-kinds'), memoryMb: 32, size: 2, hasSpare: true });
  pools.push(pool);
  const first = valueIn(await pool.run(job('pid')));
  const both = await Promise.all([pool.run(job('pid')), pool.run(job('pid', { party: 'bob' }))]);
  expect(both.map(valueIn)).toContain(first);
  expect(new Set(both.map(valueIn)).size).toBe(2);
});

test('[W7.4] a party uses its last process again, which is warm', async () => {
  const pool = openPool(2);
  const pidFor = async (party: string) => valueIn(await pool.run(job('pid', { party })));
  const [ann, bob] = await Promise.all([pidFor('ann'), pidFor('bob')]);
  expect(ann).not.toBe(bob);
  expect([await pidFor('ann'), await pidFor('bob'), await pidFor('ann')]).toEqual([ann, bob, ann]);
});

test('[W7.4] the program itself may occupy all processes', async () => {
  const pool = openPool(2);
  const pids = await Promise.all([1, 2].map(() => pool.run(job('pid', { party: '' }))));
  expect(new Set(pids.map(valueIn)).size).toBe(2);
});

test('[W7.4] a party with few jobs does not wait for all jobs of another', async () => {
  const pool = openPool(1);
  const order: string[] = [];
  const run = async (party: string) => {
    await pool.run(job('echo', { party }));
    order.push(party);
  };
  await Promise.all([...Array.from({ length: 6 }, () => run('ann')), run('bob'), run('bob')]);
  expect(order.slice(0, 4).filter((party) => party === 'bob')).toHaveLength(2);
});

test('[W7.3] shared data is sent to a process once', async () => {
  const pool = openPool(1);
  const shared = (hash: string) => job('shared', { shared: { hash, text: `text of ${hash}` } });
  const values: unknown[] = [];
  for (const hash of ['a', 'b', 'a', 'b']) values.push(valueIn(await pool.run(shared(hash))));
  expect(values).toEqual([
    { text: 'text of a', received: 1 },
    { text: 'text of b', received: 2 },
    { text: 'text of a', received: 2 },
    { text: 'text of b', received: 2 },
  ]);
  const large = 'x'.repeat(16 * 1024 * 1024);
  await pool.run(job('echo', { shared: { hash: 'large', text: large } }));
  expect(valueIn(await pool.run(shared('a')))).toEqual({ text: 'text of a', received: 4 });
});

test('[W7.3] a closed pool performs nothing', async () => {
  const pool = openPool(1);
  const outcomes = [pool.run(job('spin')), pool.run(job('echo'))];
  pool.close();
  expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(['aborted', 'aborted']);
  expect(await pool.run(job('echo'))).toEqual({ kind: 'aborted', usedMs: 0 });
});

test('[W7.3] a program that does not start is reported', async () => {
  const pool = new JobPool({ program: '/does/not/exist.js', memoryMb: 32, size: 1 });
  pools.push(pool);
  expect(await pool.run(job('echo'))).toMatchObject({ kind: 'absent' });
});

test('[W7.3] a process that computes ends when the process that started it is killed', async () => {
  const parent = spawn(process.execPath, [fixturePath('orphan')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await once(parent.stdout, 'data');
  const pid = Number(output);
  const isAlive = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(isAlive, { timeout: 30_000 }).toBe(false);
});
