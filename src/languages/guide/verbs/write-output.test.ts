import { expect, test } from 'vitest';
import { openTestTerminal } from '../../../../test/cli/open-test-terminal.ts';
import type { Host } from '../../../cli/host/host.ts';
import type { Json } from '../../../expression/index.ts';
import { writeOutput } from './write-output.ts';

/** @param typed each text in one chunk */
async function write(typed: readonly (string | undefined)[], refused = '') {
  const testTerminal = openTestTerminal(typed);
  const { terminal } = testTerminal;
  const settings = new Map<string, Json>();
  const reader = terminal.openReader(new AbortController().signal);
  const written = await writeOutput({ terminal } as unknown as Host, reader, settings, refused);
  return {
    written,
    settings: Object.fromEntries(settings),
    left: reader.close(),
    shown: testTerminal.shown(),
  };
}

test('[U9.1] pasted lines are not lost: commands among them are executed, and a dot inside them is a line', async () => {
  const { written, settings, left, shown } = await write([
    'line one\nline two',
    ':set severity = high\nline three\n:help\nline four\n\n.\n./src',
    '.',
  ]);
  expect(written).toEqual({ kind: 'output', text: 'line one\nline two\nline three\nline four\n\n.\n./src' });
  expect(settings).toEqual({ severity: 'high' });
  expect(left).toBe(0);
  expect(shown).toContain('  severity is set with the output.\n');
  expect(shown).toContain('  :back [STEP] ');
  expect(shown).toContain('  │ line one\n  │ line two\n  │ :set severity = high\n');
});

test('[U9.1] lines pasted after a command that leaves the page are counted', async () => {
  const { written, left } = await write(['half\n:quit\nof it\nall']);
  expect({ written, left }).toEqual({ written: { kind: 'quit' }, left: 2 });
});

test('[U9.1] a misspelled or incomplete command is reported and not written', async () => {
  const { written, settings, shown } = await write([
    'It fails.',
    ':set severity high',
    ':quit now',
    ':bakc',
    ' :bakc',
    '.',
  ]);
  expect(written).toEqual({ kind: 'output', text: 'It fails.\n :bakc' });
  expect(settings).toEqual({});
  expect(shown).toContain('Unknown command “:set severity high”. Did you mean “:set NAME = VALUE”?');
  expect(shown).toContain('Did you mean “:quit”?');
  expect(shown).toContain('Did you mean “:back, or :back STEP”?');
});

test('[U9.1] a refused text can be reused and extended', async () => {
  const again = await write([':keep', 'because of dates', '.'], 'It breaks\noften');
  expect(again.written).toEqual({ kind: 'output', text: 'It breaks\noften\nbecause of dates' });
  expect(again.shown).toContain(':keep continues with your previous text.');
  const first = await write([':keep', 'x', '.']);
  expect(first.written).toEqual({ kind: 'output', text: 'x' });
  expect(first.shown).toContain('There is no previous text.');
});

test('[U9.1] the end of the input ends an output, and leaves if there is none', async () => {
  expect((await write(['x', undefined])).written).toEqual({ kind: 'output', text: 'x' });
  expect((await write([undefined])).written).toEqual({ kind: 'quit' });
});
