/** Splits a stream into lines of bytes. A line that is too long is reported but not stored. */
import { GrowingBuffer } from './growing-buffer.ts';

export type Line =
  | { readonly kind: 'line'; readonly bytes: Uint8Array }
  /** Reported at once; the rest of the line is skipped. */
  | { readonly kind: 'too-long' };

const newline = 0x0a;

/** The last line may be unterminated. A stream that breaks off ends the lines; an incomplete last line is dropped. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Line, void, undefined> {
  const begun = new GrowingBuffer();
  let isLeftOut = false;
  try {
    for await (const chunk of input) {
      let rest: Uint8Array = chunk;
      for (;;) {
        const end = rest.indexOf(newline);
        const piece = end < 0 ? rest : rest.subarray(0, end);
        if (!isLeftOut && begun.size + piece.length > maxBytes) {
          isLeftOut = true;
          begun.take();
          yield { kind: 'too-long' };
        }
        if (!isLeftOut) begun.append(piece);
        if (end < 0) break;
        if (isLeftOut) isLeftOut = false;
        else yield { kind: 'line', bytes: begun.take() };
        rest = rest.subarray(end + 1);
      }
    }
  } catch {
    // The writer disconnected in the middle of a line.
    return;
  }
  if (begun.size > 0) yield { kind: 'line', bytes: begun.take() };
}
