/** Keeps the last lines of a program's error stream: they explain why it ended. */
import type { Stream } from 'node:stream';

const maxLines = 20;
const maxLineLength = 500;

export class StderrTail {
  #lines: string[] = [];
  #rest = '';

  listen(stream: Stream | null): void {
    stream?.on('data', (chunk: Uint8Array) => this.#add(Buffer.from(chunk).toString('utf8')));
    stream?.on('error', () => undefined);
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
