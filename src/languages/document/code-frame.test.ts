import { expect, test } from 'vitest';
import { displayWidth } from '../../drawing/index.ts';
import { createRandom } from '../../testing/index.ts';
import { codeFrame } from './code-frame.ts';
import { createSourceText, offsetAt, positionAt } from './source-text.ts';

const frame = (text: string, column: number, endColumn: number, width = 100) =>
  codeFrame(text, { line: 1, column, endLine: 1, endColumn }, { width }).split('\n');

test('[L2] a frame shows the line with its number and carets under the marked range', () => {
  expect(codeFrame('a: 1\nbc: def\n', { line: 2, column: 5, endLine: 2, endColumn: 8 })).toBe(
    '2 │ bc: def\n  │     ^^^',
  );
  expect(codeFrame('\ufeffa: 1', { line: 1, column: 1, endLine: 1, endColumn: 2 })).toBe('1 │ a: 1\n  │ ^');
});

test('[L2] an empty range has a caret, and a range of several lines is marked to the end of its first line', () => {
  expect(frame('a:', 3, 3)).toEqual(['1 │ a:', '  │   ^']);
  expect(codeFrame('ab\r\ncd', { line: 1, column: 2, endLine: 2, endColumn: 2 })).toBe('1 │ ab\n  │  ^');
  expect(codeFrame('', { line: 1, column: 1, endLine: 1, endColumn: 1 })).toBe('1 │ \n  │ ^');
});

test('[L2] carets stay aligned under tabs and wide characters', () => {
  expect(frame('\tx: 漢字 y', 5, 7)).toEqual(['1 │     x: 漢字 y', '  │        ^^^^']);
});

test('[L2] control characters of the text never reach the terminal', () => {
  const shown = codeFrame('a: \u001b[31m\u202e\u0007', { line: 1, column: 4, endLine: 1, endColumn: 10 });
  expect(shown).toBe('1 │ a: \ufffd[31m\ufffd\ufffd\n  │    ^^^^^^');
  const coloured = codeFrame('a', { line: 1, column: 1, endLine: 1, endColumn: 2 }, { colour: true });
  expect(coloured).toContain('\u001b[1;31m^\u001b[0m');
});

test('[L2] long lines are cut around the marked range (seed 5)', () => {
  const random = createRandom(5);
  for (let round = 0; round < 300; round += 1) {
    const length = random.between(1, 300);
    const text = Array.from({ length }, () => random.pick(['a', 'b', ' ', '漢', '\t'])).join('');
    const at = random.int(length);
    const marked = `${text.slice(0, at)}X${text.slice(at + 1)}`;
    const width = random.between(30, 120);
    const [line = '', carets = ''] = frame(marked, at + 1, at + 2, width);
    expect(displayWidth(line)).toBeLessThanOrEqual(width);
    const column = displayWidth(line.slice(0, line.indexOf('X')));
    expect(line).toContain('X');
    expect(displayWidth(carets.slice(0, carets.indexOf('^')))).toBe(column);
  }
});

test('[L2] offsets and positions are inverse to each other', () => {
  const source = createSourceText({ path: 'a', text: '\ufeffab\r\n\nc😀d' });
  for (let offset = 1; offset <= source.text.length; offset += 1) {
    expect(offsetAt(source, positionAt(source, offset))).toBe(offset);
  }
  expect(positionAt(source, 1)).toEqual({ line: 1, column: 1 });
  expect(positionAt(source, source.text.length)).toEqual({ line: 3, column: 5 });
  expect(offsetAt(source, { line: 99, column: 99 })).toBe(source.text.length);
});
