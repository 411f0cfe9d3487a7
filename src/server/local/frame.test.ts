import { expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { encodeFrame, FrameError, FrameReader, maxFrameBytes } from './frame.ts';

const frame = (value: unknown): Buffer => encodeFrame(value) ?? Buffer.alloc(0);

/** A frame by hand. */
function raw(body: Buffer, length = body.length): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return Buffer.concat([head, body]);
}

test('[R6.1] frames are read in chunks of any size (seed 7)', () => {
  const random = createRandom(7);
  for (let round = 0; round < 200; round++) {
    const values = Array.from({ length: random.int(6) }, () => ({
      text: 'ä€😀'.repeat(random.int(40)),
      at: random.int(1_000),
    }));
    const reader = new FrameReader();
    const read: unknown[] = [];
    let rest = Buffer.concat(values.map(frame));
    while (rest.length > 0) {
      const size = 1 + random.int(random.int(2) === 0 ? 3 : 200);
      read.push(...reader.push(rest.subarray(0, size)));
      rest = rest.subarray(size);
    }
    expect(read).toEqual(values);
  }
});

test('[R6.1] null, false, 0 and empty values are values', () => {
  const values = [null, false, 0, '', [], {}];
  expect(new FrameReader().push(Buffer.concat(values.map(frame)))).toEqual(values);
});

test('[R6.1] a frame that is too long is refused by its length alone', () => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(maxFrameBytes + 1);
  expect(() => new FrameReader().push(head)).toThrow(FrameError);
  expect(() => new FrameReader(100).push(frame('x'.repeat(99)))).toThrow(FrameError);
  expect(new FrameReader(101).push(frame('x'.repeat(99)))).toEqual(['x'.repeat(99)]);
});

test('[R6.1] a value that is too long is not encoded', () => {
  expect(encodeFrame('x'.repeat(maxFrameBytes - 2))).toHaveLength(maxFrameBytes + 4);
  expect(encodeFrame('x'.repeat(maxFrameBytes - 1))).toBeUndefined();
});

test.each([
  ['a length of nothing', raw(Buffer.alloc(0))],
  ['no JSON', raw(Buffer.from('{"kind":'))],
  ['two values', raw(Buffer.from('{}{}'))],
  ['no UTF-8', raw(Buffer.from([0x22, 0xff, 0xfe, 0x22]))],
  ['half a character', raw(Buffer.from('"€"').subarray(0, 3))],
  ['a request of another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
])('[R6.1] refused: %s', (_, bytes) => {
  expect(() => new FrameReader().push(bytes)).toThrow(FrameError);
});

test('[R6.1] deep nesting is read safely', () => {
  const deep = raw(Buffer.from(`${'['.repeat(200_000)}${']'.repeat(200_000)}`));
  expect(new FrameReader().push(deep)).toHaveLength(1);
});

test('[R6.1] random bytes are refused or incomplete, and cause nothing else (seed 11)', () => {
  const random = createRandom(11);
  const seen = { refused: 0, waited: 0 };
  for (let round = 0; round < 2_000; round++) {
    const reader = new FrameReader(1_000);
    const bytes = Buffer.from(
      Array.from({ length: random.int(60) }, (_, at) => (at < 3 ? 0 : random.int(256))),
    );
    try {
      reader.push(bytes);
      seen.waited++;
    } catch (error) {
      expect(error).toBeInstanceOf(FrameError);
      seen.refused++;
    }
  }
  expect(Math.min(seen.refused, seen.waited)).toBeGreaterThan(100);
});
