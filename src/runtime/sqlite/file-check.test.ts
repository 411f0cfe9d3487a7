import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleUnit } from '../../testing/index.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-gone-'));
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

test('[R1.9] a database that is removed while it is in use is reported at the next commits, and works again when it is put back', async () => {
  const file = join(folder, 'runs.db');
  const store = await openSqliteStore({ file, durability: 'normal' });
  await store.commit([sampleUnit({ id: 'run-1' })]);
  await rename(file, `${file}.away`);
  vi.advanceTimersByTime(2_000);
  await expect(store.commit([sampleUnit({ id: 'run-2' })])).rejects.toMatchObject({
    code: 'gone',
    message: expect.stringContaining('Put it back'),
  });
  await rename(`${file}.away`, file);
  expect(await store.commit([sampleUnit({ id: 'run-2' })])).toEqual([{ kind: 'committed' }]);
  await store.close();
});
