import { expect, test } from 'vitest';
import { parseVariable } from './find-missing-variable.ts';
import { parseGuideCommand } from './guide-commands.ts';

test.each([
  ['.', { kind: 'end' }],
  ['.  ', { kind: 'end' }],
  [':back', { kind: 'back', step: '' }],
  [':back plan-it', { kind: 'back', step: 'plan-it' }],
  [':file notes/a b.md', { kind: 'file', path: 'notes/a b.md' }],
  [':set scope = large', { kind: 'set', name: 'scope', value: 'large' }],
  [':set files=["a"]', { kind: 'set', name: 'files', value: ['a'] }],
  [':other', { kind: 'other' }],
  [':quit', { kind: 'quit' }],
  [':help', { kind: 'help' }],
  [':keep', { kind: 'keep' }],
])('[U9.1] %s is a command', (line, word) => {
  expect(parseGuideCommand(line)).toEqual(word);
});

test.each(['', ' .', '..', '. and more', ' :back', '::back', ':-)', ':wonderful', 'a: b'])(
  '[U9.1] “%s” is a line of the output',
  (line) => {
    expect(parseGuideCommand(line)).toBeUndefined();
  },
);

test.each([':quit now', ':set', ':set scope', ':file', ':bakc', ':Help'])(
  '[U9.1] “%s” is a misspelled command',
  (line) => {
    expect(parseGuideCommand(line)).toMatchObject({
      kind: 'mismatch',
      message: expect.stringContaining(line),
    });
  },
);

test('[U9.1] a list that a loop needs may be typed without its brackets', () => {
  expect(parseVariable('a.ts, b.ts', 'a list')).toEqual(['a.ts', 'b.ts']);
  expect(parseVariable('["a, b"]', 'a list')).toEqual(['a, b']);
  expect(parseVariable('3', 'a whole number from 0 to 1000')).toBe(3);
});
