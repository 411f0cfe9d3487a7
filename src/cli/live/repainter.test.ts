import { expect, test } from 'vitest';
import { openTestTerminal } from '../../../test/cli/open-test-terminal.ts';
import { readScreen } from '../../../test/cli/read-screen.ts';
import { createRepainter } from './repainter.ts';

test('[T7] new lines replace the previous ones completely', () => {
  const testTerminal = openTestTerminal([], { columns: 40 });
  const repainter = createRepainter(testTerminal.terminal);
  testTerminal.terminal.write('before\n');
  repainter.paint(['one long line', 'two', 'three']);
  repainter.paint(['one', 'two and more']);
  expect(readScreen(testTerminal.shown(), 40)).toEqual(['before', 'one', 'two and more', '']);
  repainter.paint(['1', '2', '3', '4']);
  expect(readScreen(testTerminal.shown(), 40)).toEqual(['before', '1', '2', '3', '4', '']);
  repainter.clear();
  testTerminal.terminal.write('after\n');
  expect(readScreen(testTerminal.shown(), 40)).toEqual(['before', 'after', '']);
});

test('[T7] nothing is written without a change, and each change is one write', () => {
  const testTerminal = openTestTerminal([]);
  const writes: string[] = [];
  const repainter = createRepainter({ ...testTerminal.terminal, write: (text) => writes.push(text) });
  repainter.paint(['a', 'b']);
  repainter.paint(['a', 'b']);
  expect(writes).toHaveLength(1);
  repainter.paint(['a', 'c']);
  expect(writes).toHaveLength(2);
  repainter.keep();
  repainter.clear();
  expect(writes).toHaveLength(2);
});

test('[T7] lines that a narrower window has wrapped are all removed', () => {
  let columns = 20;
  let shown = '';
  const { terminal } = openTestTerminal([]);
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
