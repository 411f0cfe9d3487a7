/** Keeps the last lines of a program's error stream: they explain why it ended. */
import type { Readable } from 'node:stream';

const maxLines = 20;
const maxLineLength = 500;
/** Of one piece of the stream: the rest of a larger one is older. */
const maxPieceLength = maxLines * maxLineLength;
/** Milliseconds between two pieces: a program that writes more waits. */
const pause = 5;

export class StderrTail {
  #lines: string[] = [];
  #rest = '';

  listen(stream: Readable): void {
    stream.on('data', (chunk: Buffer) => {
      this.#add(chunk.subarray(-maxPieceLength).toString('utf8'));
      stream.pause();
      setTimeout(() => stream.resume(), pause);
    });
    stream.on('error', () => undefined);
  }

  /** Oldest first. */
  lines(): readonly string[] {
    return [...this.#lines, this.#rest].filter((line) => line.trim() !== '').slice(-maxLines);
  }

  #add(text: string): void {
    const lines = `${this.#rest}${text}`.split(/\r?\n/);
    this.#rest = (lines.pop() ?? '').slice(-maxLineLength);
    this.#lines = [...this.#lines, ...lines.map((line) => line.slice(0, maxLineLength))].slice(-maxLines);
  }
}
