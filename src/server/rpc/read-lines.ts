/** Splits a stream into lines of bytes. A line that is too long is reported but not stored. */
import type { Readable } from 'node:stream';

export type Line =
  | { readonly kind: 'line'; readonly bytes: Uint8Array }
  /** Reported at once; the rest of the line is skipped. */
  | { readonly kind: 'too-long' };

const newline = 0x0a;

/** The last line may be unterminated. A stream that breaks off ends the lines; an incomplete last line is dropped. */
export async function* readLines(input: Readable, maxBytes: number): AsyncGenerator<Line, void, undefined> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let isLeftOut = false;
  const take = (): Line => {
    const bytes = Buffer.concat(pieces, size);
    pieces = [];
    size = 0;
    return { kind: 'line', bytes };
  };
  try {
    for await (const chunk of input) {
      let rest: Uint8Array = chunk;
      for (;;) {
        const end = rest.indexOf(newline);
        const piece = end < 0 ? rest : rest.subarray(0, end);
        if (!isLeftOut && size + piece.length > maxBytes) {
          isLeftOut = true;
          pieces = [];
          size = 0;
          yield { kind: 'too-long' };
        }
        if (!isLeftOut) {
          pieces.push(piece);
          size += piece.length;
        }
        if (end < 0) break;
        if (isLeftOut) isLeftOut = false;
        else yield take();
        rest = rest.subarray(end + 1);
      }
    }
  } catch {
    // The writer disconnected in the middle of a line.
    return;
  }
  if (size > 0) yield take();
}
