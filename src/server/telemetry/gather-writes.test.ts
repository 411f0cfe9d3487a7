import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gatherWrites } from './gather-writes.ts';

test('[P2.5] what is written in one turn goes out in one piece and in order, and nothing is kept back', async () => {
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

test('[P2.5] what was noted last is written when the process ends', () => {
  const before = new Set(process.listeners('exit'));
  const written: string[] = [];
  gatherWrites((text) => written.push(text))('last\n');
  for (const listener of process.listeners('exit')) if (!before.has(listener)) listener.call(process, 0);
  expect(written).toEqual(['last\n']);
});
