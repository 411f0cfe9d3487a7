import { expect, test, vi } from 'vitest';
import { StoreError, type StoreErrorCode } from '../ports/store.ts';
import { StoreHealth } from './store-health.ts';

const failure = (code: StoreErrorCode) => new StoreError(code, code, true);

/** A store whose disk may fail, and the number of writes to it. */
function createDisk() {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000);
  const health = new StoreHealth();
  const disk = { problem: undefined as StoreError | undefined, writes: 0 };
  const write = (): void => {
    disk.writes += 1;
    if (disk.problem !== undefined) throw disk.problem;
  };
  const isUsable = (): boolean => {
    try {
      health.check(write);
      return true;
    } catch (error) {
      if (error instanceof StoreError) health.noteFailure(error);
      return false;
    }
  };
  return { health, disk, isUsable, at: (time: number) => void now.mockReturnValue(time) };
}

test('[R1.10] a check writes at most once per second, and not after a commit', () => {
  const { health, disk, isUsable, at } = createDisk();
  expect([isUsable(), isUsable(), disk.writes]).toEqual([true, true, 1]);
  at(6_000);
  expect([isUsable(), disk.writes]).toEqual([true, 2]);
  at(6_900);
  health.noteWrite();
  at(7_800);
  expect([isUsable(), disk.writes]).toEqual([true, 2]);
});

test('[R1.10] a failure counts at once, and until a write succeeds', () => {
  const { health, disk, isUsable, at } = createDisk();
  expect(isUsable()).toBe(true);
  disk.problem = failure('disk-full');
  health.noteFailure(disk.problem);
  expect([isUsable(), disk.writes]).toEqual([false, 1]);
  at(5_900);
  expect([isUsable(), disk.writes]).toEqual([false, 1]);
  // Asking more often does not delay the next write.
  at(6_000);
  expect([isUsable(), disk.writes]).toEqual([false, 2]);
  disk.problem = undefined;
  at(7_000);
  expect([isUsable(), disk.writes]).toEqual([true, 3]);
});

test('[R1.10] a damaged database stays damaged, although some writes succeed', () => {
  const { health, disk, isUsable, at } = createDisk();
  health.noteFailure(failure('corrupt'));
  health.noteWrite();
  at(60_000);
  expect([isUsable(), disk.writes]).toEqual([false, 0]);
});
