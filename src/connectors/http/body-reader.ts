/** Reads a response body as it arrives and decompresses it. The size limit also applies to the decompressed data. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { GrowingBuffer } from '../../runtime/index.ts';

export interface BodyReader {
  write(chunk: Buffer): void;
  end(): void;
  /** Releases everything; no further callbacks. */
  destroy(): void;
}

export interface BodyEvents {
  done(body: Buffer): void;
  tooLarge(): void;
  /** Decompression failed. */
  broken(message: string): void;
  /** More data arrived than was decompressed: pause the sender. */
  pause(): void;
  resume(): void;
}

export function createBodyReader(encoding: string, limit: number, events: BodyEvents): BodyReader {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const isKnown = codings.length <= maxCodings && codings.every((coding) => unpackers.has(coding));
  const collector = createCollector(limit, events);
  // An unknown encoding is passed through unchanged.
  return isKnown && codings.length > 0 ? createUnpacker(codings.reverse(), collector, events) : collector;
}

const maxCodings = 2;

function createCollector(limit: number, events: BodyEvents): BodyReader {
  const body = new GrowingBuffer();
  let over = false;
  return {
    write(chunk) {
      if (over) return;
      if (body.size + chunk.length > limit) {
        over = true;
        events.tooLarge();
      } else body.append(chunk);
    },
    end: () => {
      if (!over) events.done(body.take());
    },
    destroy: () => {
      over = true;
    },
  };
}

const unpackers = new Map<string, (first: Buffer) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  // The standard means the zlib format; some servers send raw deflate.
  ['deflate', (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw())],
]);

function createUnpacker(codings: readonly string[], sink: BodyReader, events: BodyEvents): BodyReader {
  let stages: readonly Transform[] = [];
  const begin = (first: Buffer): void => {
    stages = codings.flatMap((coding) => unpackers.get(coding)?.(first) ?? []);
    for (const [index, stage] of stages.entries()) {
      stage.on('error', () =>
        events.broken(`the response is not in its declared encoding “${codings.join(', ')}”`),
      );
      const next = stages[index + 1];
      if (next === undefined)
        stage.on('data', (chunk: Buffer) => sink.write(chunk)).on('end', () => sink.end());
      else stage.pipe(next);
    }
    stages[0]?.on('drain', () => events.resume());
  };
  return {
    write(chunk) {
      if (stages.length === 0) begin(chunk);
      if (stages[0]?.write(chunk) === false) events.pause();
    },
    end() {
      // A response without a body has nothing to decompress.
      if (stages.length === 0) sink.end();
      else stages[0]?.end();
    },
    destroy() {
      sink.destroy();
      for (const stage of stages) stage.destroy();
    },
  };
}
