/** Bodies while they are read: each no bigger than is allowed, and all together no more than there is room for [P7.2]. */
import type { HttpLimits } from './http-limits.ts';
import { type Refusal, refuse } from './refusal.ts';

export interface BodyBudget {
  /** Of one request. @param announced by its Content-Length; null where it has none */
  begin(announced: string | null): BodyCollector | Refusal;
}

export interface BodyCollector {
  readonly kind: 'collector';
  /** @returns why nothing more is taken */
  add(chunk: Uint8Array): Refusal | undefined;
  /** All of it, in one piece. */
  take(): Uint8Array;
  /** Gives its room to others; must be called in the end, whatever happened. */
  release(): void;
}

export function createBodyBudget({ bodyBytes, bodyBytesAtOnce }: HttpLimits): BodyBudget {
  let taken = 0;
  return {
    begin(announced) {
      // Also where it announces nonsense: then it is counted.
      if (Number(announced ?? 0) > bodyBytes) return tooBig(bodyBytes);
      let chunks: Uint8Array[] = [];
      let size = 0;
      return {
        kind: 'collector',
        add(chunk) {
          if (size + chunk.length > bodyBytes) return tooBig(bodyBytes);
          if (taken + chunk.length > bodyBytesAtOnce) return tooMany();
          size += chunk.length;
          taken += chunk.length;
          chunks.push(chunk);
          return undefined;
        },
        take() {
          const [first = new Uint8Array()] = chunks;
          return chunks.length <= 1 ? first : Buffer.concat(chunks, size);
        },
        release() {
          taken -= size;
          size = 0;
          chunks = [];
        },
      };
    },
  };
}

function tooBig(most: number): Refusal {
  return refuse(
    'body_too_big',
    `The body has more than ${most} bytes. Send less; a big document can be saved as a file in a folder of workflows.`,
  );
}

function tooMany(): Refusal {
  return refuse('overloaded', 'Too much is being sent at once. Try again in a second.', {
    context: { retryAfterMs: 1_000 },
  });
}
