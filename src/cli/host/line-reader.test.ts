import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openLineReader } from './line-reader.ts';

function openTestReader(isHidden = false) {
  const input = new PassThrough();
  const output = new PassThrough();
  const leaving = new AbortController();
  let interrupts = 0;
  const interrupt = () => {
    interrupts += 1;
  };
  const reader = openLineReader({ input, output, interrupt, isHidden }, leaving.signal, true);
  return { input, output, leaving, reader, interrupts: () => interrupts };
}

const line = (text: string, isFollowed: boolean) => ({ kind: 'line', text, isFollowed });

test('[U9.1] pasted lines answer one question after the other', async () => {
  const { input, reader } = openTestReader();
  input.write('a\nb\nc\nhal');
  expect(await reader.ask('1 ')).toEqual(line('a', true));
  expect(await reader.ask('2 ')).toEqual(line('b', true));
  expect(await reader.ask('3 ')).toEqual(line('c', true));
  input.write('f\n');
  expect(await reader.ask('4 ')).toEqual(line('half', false));
  expect(reader.close()).toBe(0);
});

test('[U9.1] close returns the number of lines that were never requested', async () => {
  const { input, reader } = openTestReader();
  input.write('a\nb\nhalf');
  await reader.ask('1 ');
  expect(reader.close()).toBe(2);
});

test('[U9.1] after the end of the input more can be requested', async () => {
  const { input, reader } = openTestReader();
  input.write('\u0004');
  expect(await reader.ask('1 ')).toEqual({ kind: 'end' });
  input.write('a\n');
  expect(await reader.ask('2 ')).toEqual(line('a', false));
  // Typed before it is requested.
  input.write('\u0004');
  expect(await reader.ask('3 ')).toEqual({ kind: 'end' });
});

test('[U9.1] an ended input ends every question', async () => {
  const { input, reader } = openTestReader();
  input.end('a\n');
  expect(await reader.ask('1 ')).toEqual(line('a', false));
  expect(await reader.ask('2 ')).toEqual({ kind: 'end' });
  expect(await reader.ask('3 ')).toEqual({ kind: 'end' });
});

test('[U9.1] Ctrl-C and an aborted question return “broken”', async () => {
  const typing = openTestReader();
  typing.input.write('hal\u0003');
  expect(await typing.reader.ask('1 ')).toEqual({ kind: 'broken' });
  expect(typing.interrupts()).toBe(1);
  const { reader, leaving } = openTestReader();
  const asked = reader.ask('1 ');
  leaving.abort();
  expect([await asked, await reader.ask('2 ')]).toEqual([{ kind: 'broken' }, { kind: 'broken' }]);
});

test('[Q10.2] of a hidden line only the prompt and the line end are shown, and a later line cannot recall it', async () => {
  const { input, output, reader } = openTestReader(true);
  input.write('secrex\u007ft\n');
  expect(await reader.ask('1 ')).toEqual(line('secret', false));
  input.write('\u001b[A\n');
  expect(await reader.ask('2 ')).toEqual(line('', false));
  reader.close();
  expect(String(output.read())).toBe('1 \n2 \n');
});
