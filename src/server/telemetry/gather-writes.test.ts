import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gatherWrites } from './gather-writes.ts';

let before: ReadonlySet<unknown>;
beforeEach(() => {
  before = new Set(process.listeners('exit'));
});
const added = () => process.listeners('exit').filter((listener) => !before.has(listener));
afterEach(() => {
  for (const listener of added()) process.off('exit', listener);
});

test('[P2.5] writes of one turn are sent in one piece and in order, and none is lost', async () => {
  const written: string[] = [];
  const write = gatherWrites((text) => written.push(text));
  write('a\n');
  write('b\n');
  expect(written).toEqual([]);
  await turn();
  expect(written).toEqual(['a\nb\n']);
  write('c\n');
  await turn();
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

test('[P2.5] the last entries are written at exit', () => {
  const written: string[] = [];
  gatherWrites((text) => written.push(text))('last\n');
  for (const listener of added()) listener.call(process, 0);
  expect(written).toEqual(['last\n']);
});
