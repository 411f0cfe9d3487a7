/** Bodies while they are read: each no bigger than is allowed, and all together no more than there is room for [P7.2]. */
import type { Principal } from '../../operations/index.ts';
import type { HttpLimits } from './http-limits.ts';
import { type Refusal, refuse } from './refusal.ts';

export interface BodyBudget {
  /**
   * Of one request. @param announced by its Content-Length; null where it has none
   * @param sender whose share of the room it takes
   */
  begin(announced: string | null, sender: Sender): BodyCollector | Refusal;
}

export type Sender = Pick<Principal, 'tenant' | 'subject'>;

export interface BodyCollector {
  readonly kind: 'collector';
  /** @returns why nothing more is taken */
  add(chunk: Uint8Array): Refusal | undefined;
  /** All of it, in one piece. */
  take(): Uint8Array;
  /** Gives its room to others; must be called in the end, whatever happened. */
  release(): void;
}

export function createBodyBudget(limits: HttpLimits): BodyBudget {
  const { bodyBytes, bodyBytesAtOnce } = limits;
  const total = createByteQuota(bodyBytesAtOnce);
  // Nobody takes so much that nothing is left for the others.
  const tenants = createByteQuota(bodyBytesAtOnce / 2);
  const principals = createByteQuota(bodyBytesAtOnce / 4);
  return {
    begin(announced, { tenant, subject }) {
      // Also where it announces nonsense: then it is counted.
      if (Number(announced ?? 0) > bodyBytes) return tooBig(bodyBytes);
      const own = JSON.stringify([tenant, subject]);
      let chunks: Uint8Array[] = [];
      let size = 0;
      const hasRoom = (more: number): boolean =>
        total.has('', more) && tenants.has(tenant, more) && principals.has(own, more);
      const take = (more: number): void => {
        size += more;
        total.take('', more);
        tenants.take(tenant, more);
        principals.take(own, more);
      };
      return {
        kind: 'collector',
        add(chunk) {
          if (size + chunk.length > bodyBytes) return tooBig(bodyBytes);
          if (!hasRoom(chunk.length)) return tooMany();
          take(chunk.length);
          chunks.push(chunk);
          return undefined;
        },
        take() {
          const [first = new Uint8Array()] = chunks;
          return chunks.length <= 1 ? first : Buffer.concat(chunks, size);
        },
        release() {
          take(-size);
          chunks = [];
        },
      };
    },
  };
}

/** So many bytes at once for each name. */
function createByteQuota(maxBytes: number) {
  const taken = new Map<string, number>();
  return {
    has: (name: string, more: number): boolean => (taken.get(name) ?? 0) + more <= maxBytes,
    take(name: string, more: number): void {
      const now = (taken.get(name) ?? 0) + more;
      if (now > 0) taken.set(name, now);
      else taken.delete(name);
    },
  };
}

function tooBig(maxBytes: number): Refusal {
  return refuse(
    'body_too_big',
    `The body has more than ${maxBytes} bytes. Send less; a big document can be saved as a file in a folder of workflows.`,
  );
}

function tooMany(): Refusal {
  return refuse('overloaded', 'Too much is being sent at once. Try again in a second.', {
    context: { retryAfterMs: 1_000 },
  });
}
