import { expect, test } from 'vitest';
import { coalesceWrites } from './session-notes.ts';
import { WatchList } from './watch-list.ts';

test('[P1.3] a session watches no more than can be stored', () => {
  let noted: readonly string[] = [];
  const list = new WatchList([], (uris) => {
    noted = uris;
  });
  const uri = (at: number) => `run://${'ä'.repeat(900)}${at}`;
  let taken = 0;
  while (list.add(uri(taken))) taken++;
  expect(Buffer.byteLength(JSON.stringify(noted))).toBeLessThanOrEqual(65_537);
  expect(Buffer.byteLength(JSON.stringify([...noted, uri(taken)]))).toBeGreaterThan(65_536);
  expect(list.add('')).toBe(false);
  expect(list.add(`run://${'x'.repeat(2_000)}`)).toBe(false);
  // A known entry is accepted again, and a removed one makes room.
  expect(list.add(uri(0))).toBe(true);
  list.delete(uri(0));
  list.delete('run://never');
  expect(list.add(uri(taken))).toBe(true);
  expect(list.add(uri(taken + 1))).toBe(false);
});

test('[P1.3] the maximum number of subscriptions fits with names of usual length', () => {
  const list = new WatchList();
  const all = Array.from({ length: 1_001 }, (_, at) =>
    list.add(`run://run_01m7fvx8fe1fgv8gt2q3qte${at}/state`),
  );
  expect(all.filter((isTaken) => isTaken)).toHaveLength(1_000);
});

test('[P1.3] changes during a write are written once, in their latest state; a failure does not stop it', async () => {
  const written: (readonly string[])[] = [];
  const waiting: (() => void)[] = [];
  const failures: unknown[] = [];
  const note = coalesceWrites(
    (watched) => {
      written.push(watched);
      return new Promise((resolve, reject) => {
        waiting.push(written.length === 1 ? () => reject(new Error('The disk is full.')) : resolve);
      });
    },
    (error) => failures.push(error),
  );
  for (let count = 1; count <= 50; count++) note(Array.from({ length: count }, (_, at) => `run://${at}`));
  expect(written).toEqual([['run://0']]);
  waiting.shift()?.();
  await expect.poll(() => written.length).toBe(2);
  expect(written[1]).toHaveLength(50);
  expect(failures).toEqual([new Error('The disk is full.')]);
  waiting.shift()?.();
  note([]);
  await expect.poll(() => written.length).toBe(3);
  expect(written[2]).toEqual([]);
});
