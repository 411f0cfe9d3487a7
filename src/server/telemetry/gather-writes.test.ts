import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gatherWrites } from './gather-writes.ts';

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
  const before = new Set(process.listeners('exit'));
  const written: string[] = [];
  gatherWrites((text) => written.push(text))('last\n');
  for (const listener of process.listeners('exit')) if (!before.has(listener)) listener.call(process, 0);
  expect(written).toEqual(['last\n']);
});
