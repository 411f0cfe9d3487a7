import { expect, test } from 'vitest';
import { displayWidth } from '../../drawing/index.ts';
import type { TimelineEntry } from '../../operations/index.ts';
import { drawBoard } from './draw-board.ts';
import { createTaskBoard } from './task-board.ts';

type Detail = TimelineEntry extends infer Entry
  ? Entry extends TimelineEntry
    ? Omit<Entry, 'net' | 'depth' | 'index'> & { readonly index?: number; readonly depth?: number }
    : never
  : never;

/** Timeline entries of tasks in one net. */
function board(...details: readonly Detail[]) {
  const made = createTaskBoard();
  made.add(details.map((detail) => ({ net: 'w', depth: 1, index: -1, ...detail })));
  return made.rows;
}

const called = (task: string, at: number, attempt = 1): Detail => ({
  kind: 'called',
  task,
  at,
  operation: 'get_price',
  attempt,
  input: null,
  undoes: false,
});
const completed = (task: string, at: number): Detail => ({ kind: 'completed', task, at, work: 'call' });
const failure = { code: 'busy', message: 'come \u001b[2Jagain', data: null };

const view = { title: 'order', now: 5_000, columns: 80, lines: 20, colour: false };

test('[T7] tasks are shown in the order of their start, with a sign, their duration and what they do', () => {
  const rows = board(
    called('price', 0),
    called('stock', 100),
    { kind: 'failed', task: 'stock', at: 1_000, failure, retryAt: 2_000 },
    completed('price', 1_500),
    called('stock', 2_000, 2),
    { kind: 'asked', task: 'ask', at: 3_000, item: null, input: null, doubt: false },
    { kind: 'called', task: 'old', at: 0, operation: 'undo', attempt: 1, input: null, undoes: true },
  );
  expect(drawBoard({ ...view, rows })).toEqual([
    'order',
    '  ✓ price     1.5 s',
    '  ● stock     4.9 s  get_price (attempt 2)',
    '  ● ask       2.0 s  asks',
  ]);
});

test('[T7] failed, skipped and undone tasks have their signs, and a failure its reason', () => {
  const rows = board(
    called('a', 0),
    { kind: 'failed', task: 'a', at: 10, failure, retryAt: null },
    { kind: 'skipped', task: 'b', at: 10, by: '' },
    called('c', 0),
    completed('c', 10),
    { kind: 'undone', task: 'c', at: 20, failure: null },
  );
  const [, ...lines] = drawBoard({ ...view, rows });
  expect(lines.map((line) => line.trim().slice(0, 3))).toEqual(['✗ a', '– b', '↶ c']);
  expect(lines[0]).toContain('busy: come \ufffd[2Jagain');
});

test.each([40, 41, 60, 80, 120, 200])(
  '[T7] at %i columns no line is so wide that it could wrap',
  (columns) => {
    const names = [
      'a',
      'a_task_with_a_name_that_goes_on_and_on_and_on_and_on',
      '名前の長い仕事名前の長い仕事名前の長い仕事名前',
      'z',
    ];
    const rows = board(
      ...names.map((name, at) => ({ ...called(name, at), depth: at + 1, index: at * 1_000 })),
    );
    const lines = drawBoard({ ...view, title: 'word '.repeat(50), rows, columns });
    expect(lines).toHaveLength(names.length + 1);
    for (const line of lines) expect(displayWidth(line)).toBeLessThan(columns);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ +● \S/);
  },
);

test('[T7] if there are more tasks than lines, running and failed ones stay', () => {
  const done = Array.from({ length: 50 }, (_, at) => [
    called(`t${at}`, at),
    completed(`t${at}`, at + 1),
  ]).flat();
  const rows = board(
    called('first', 0),
    { kind: 'failed', task: 'bad', at: 1, failure, retryAt: null },
    ...done,
    called('last', 90),
  );
  const lines = drawBoard({ ...view, rows, lines: 7 });
  expect(lines.map((line) => line.trim().split(/ {2}/)[0])).toEqual([
    'order',
    '… and 48 more',
    '● first',
    '✗ bad',
    '✓ t48',
    '✓ t49',
    '● last',
  ]);
});
