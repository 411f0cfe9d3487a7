/**
 * How values travel over the local socket: JSON in UTF-8 behind its length in four bytes. What comes in is not trusted:
 * a frame that is too long is refused by its length alone, before anything of it is kept.
 */
import type { Json } from '../../kernel/index.ts';

/** In bytes. */
export const maxFrameBytes = 16 * 1024 * 1024;

const lengthSize = 4;

/** What came in is no frame: nothing that follows can be understood. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** @returns undefined where it is too long */
export function encodeFrame(value: unknown): Buffer | undefined {
  const body = Buffer.from(JSON.stringify(value), 'utf8');
  if (body.length > maxFrameBytes) return undefined;
  const frame = Buffer.allocUnsafe(lengthSize + body.length);
  frame.writeUInt32BE(body.length);
  body.copy(frame, lengthSize);
  return frame;
}

/** Puts together what comes in pieces. */
export class FrameReader {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** The beginning of a frame whose end has not come yet: the first `#size` bytes. */
  #buffered = Buffer.alloc(0);
  #size = 0;

  constructor(maxBytes = maxFrameBytes) {
    this.#maxBytes = maxBytes;
  }

  /** @returns the values that are whole now. Throws FrameError. */
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
    throw new FrameError(`A frame of ${length} bytes; at least 1 and at most ${this.#maxBytes} are allowed.`);
  }

  /** Room is doubled when it is short: a long frame in small pieces is not copied again for each of them. */
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
      throw new FrameError('A frame that is not JSON in UTF-8.');
    }
  }
}
