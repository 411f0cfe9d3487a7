import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { type Line, readLines } from './read-lines.ts';

async function linesOf(pieces: readonly Uint8Array[], maxBytes: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of readLines(Readable.from(pieces), maxBytes)) lines.push(textOf(line));
  return lines;
}

const textOf = (line: Line): string =>
  line.kind === 'line' ? Buffer.from(line.bytes).toString() : 'too long';

const seed = 20_261_115;

test(`[W6.1] lines do not depend on the chunks (seed ${seed})`, async () => {
  const random = createRandom(seed);
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: random.int(6) }, () => 'äx\r'.repeat(random.int(6)));
    const isEnded = random.chance(0.5);
    const bytes = Buffer.from(`${lines.join('\n')}${isEnded && lines.length > 0 ? '\n' : ''}`);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; ) {
      const size = random.between(1, 7);
      pieces.push(bytes.subarray(at, at + size));
      at += size;
    }
    const maxBytes = random.pick([5, 10, 1_000]);
    const expected = lines.map((line) => (Buffer.byteLength(line) > maxBytes ? 'too long' : line));
    // An unterminated empty line at the end does not count.
    if (!isEnded && expected.at(-1) === '') expected.pop();
    expect([round, await linesOf(pieces, maxBytes)]).toEqual([round, expected]);
  }
});

test('[W6.1] an unterminated line is reported as too long while it still arrives', async () => {
  const input = new PassThrough();
  const lines = readLines(input, 10);
  const first = lines.next();
  for (let at = 0; at < 5; at++) input.write('xxxxx');
  expect(await first).toEqual({ done: false, value: { kind: 'too-long' } });
  const second = lines.next();
  input.write('xxxx\nnext\n');
  expect(textOf((await second).value as Line)).toBe('next');
  input.end();
  expect((await lines.next()).done).toBe(true);
});

test('[W6.1] a stream that breaks off ends the lines, without the incomplete last one', async () => {
  const input = new PassThrough();
  const lines = readLines(input, 10);
  input.write('one\ntw');
  expect(textOf((await lines.next()).value as Line)).toBe('one');
  const rest = lines.next();
  input.destroy(new Error('gone'));
  expect((await rest).done).toBe(true);
});
