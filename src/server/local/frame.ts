/**
 * The frame format of the local socket: JSON in UTF-8 after its length in four bytes. Input is not trusted: a frame
 * that is too long is refused by its length alone, before it is stored.
 */
import type { Json } from '../../kernel/index.ts';

/** In bytes. */
export const maxFrameBytes = 16 * 1024 * 1024;

const lengthSize = 4;

/** The input is not a frame: the rest of the stream cannot be parsed. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** @returns `undefined` if it is too long */
export function encodeFrame(value: unknown): Buffer | undefined {
  const body = Buffer.from(JSON.stringify(value), 'utf8');
  if (body.length > maxFrameBytes) return undefined;
  const frame = Buffer.allocUnsafe(lengthSize + body.length);
  frame.writeUInt32BE(body.length);
  body.copy(frame, lengthSize);
  return frame;
}

/** Assembles frames from chunks. */
export class FrameReader {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** The first `#size` bytes of an incomplete frame. */
  #buffered = Buffer.alloc(0);
  #size = 0;

  constructor(maxBytes = maxFrameBytes) {
    this.#maxBytes = maxBytes;
  }

  /** @returns the complete values. Throws FrameError. */
  push(piece: Buffer): readonly Json[] {
    const data = this.#size === 0 ? piece : this.#append(piece);
    const values: Json[] = [];
    let at = 0;
    while (data.length - at >= lengthSize) {
      const body = at + lengthSize;
      const end = body + this.#lengthAt(data, at);
      if (end > data.length) break;
      values.push(this.#parse(data.subarray(body, end)));
      at = end;
    }
    this.#keep(data.subarray(at));
    return values;
  }

  #lengthAt(data: Buffer, at: number): number {
    const length = data.readUInt32BE(at);
    if (length > 0 && length <= this.#maxBytes) return length;
    throw new FrameError(`Invalid frame of ${length} bytes; allowed: 1 to ${this.#maxBytes}.`);
  }

  /** Doubles the buffer when needed: a long frame in small chunks is not copied for each of them. */
  #append(piece: Buffer): Buffer {
    const size = this.#size + piece.length;
    if (size > this.#buffered.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#buffered.length));
      this.#buffered.copy(larger, 0, 0, this.#size);
      this.#buffered = larger;
    }
    piece.copy(this.#buffered, this.#size);
    this.#size = size;
    return this.#buffered.subarray(0, size);
  }

  #keep(rest: Buffer): void {
    if (rest.length === 0) this.#buffered = Buffer.alloc(0);
    else if (rest.length !== this.#size) this.#buffered = Buffer.from(rest);
    this.#size = rest.length;
  }

  #parse(body: Buffer): Json {
    try {
      return JSON.parse(this.#decoder.decode(body));
    } catch {
      throw new FrameError('Invalid frame: not JSON in UTF-8.');
    }
  }
}
