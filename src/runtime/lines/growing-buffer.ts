/** Collects bytes that arrive in pieces. Many small pieces take no more memory than a few large ones. */
export class GrowingBuffer {
  #bytes = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  append(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#size);
    this.#size = size;
  }

  /** Returns everything, and starts again without it. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#size);
    this.#bytes = Buffer.alloc(0);
    this.#size = 0;
    return taken;
  }
}
