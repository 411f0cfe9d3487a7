import { expect, test } from 'vitest';
import { openDesk } from '../open-desk.ts';
import { readScreen } from './read-screen.ts';
import { createRepainter } from './repainter.ts';

test('[T7] what is painted stands in the place of what was painted before, whatever was longer', () => {
  const desk = openDesk([], { columns: 40 });
  const repainter = createRepainter(desk.terminal);
  desk.terminal.write('before\n');
  repainter.paint(['one long line', 'two', 'three']);
  repainter.paint(['one', 'two and more']);
  expect(readScreen(desk.shown(), 40)).toEqual(['before', 'one', 'two and more', '']);
  repainter.paint(['1', '2', '3', '4']);
  expect(readScreen(desk.shown(), 40)).toEqual(['before', '1', '2', '3', '4', '']);
  repainter.clear();
  desk.terminal.write('after\n');
  expect(readScreen(desk.shown(), 40)).toEqual(['before', 'after', '']);
});

test('[T7] nothing is written where nothing changed, and each change is one write', () => {
  const desk = openDesk([]);
  const writes: string[] = [];
  const repainter = createRepainter({ ...desk.terminal, write: (text) => writes.push(text) });
  repainter.paint(['a', 'b']);
  repainter.paint(['a', 'b']);
  expect(writes).toHaveLength(1);
  repainter.paint(['a', 'c']);
  expect(writes).toHaveLength(2);
  repainter.keep();
  repainter.clear();
  expect(writes).toHaveLength(2);
});

test('[T7] lines that a narrower window has broken are all taken away', () => {
  let columns = 20;
  let shown = '';
  const { terminal } = openDesk([]);
  const repainter = createRepainter({
    ...terminal,
    write: (text) => {
      shown += text;
    },
    size: () => ({ columns, rows: 24 }),
  });
  repainter.paint(['\u001b[32mabcdefghijklmnop\u001b[0m', 'q']);
  columns = 10;
  shown = '';
  repainter.paint(['x']);
  expect(shown.startsWith('\r\u001b[3A')).toBe(true);
});
