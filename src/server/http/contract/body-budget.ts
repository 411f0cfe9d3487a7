/** Limits the size of each body and the memory of all bodies that are being read [P7.2]. */
import { type Principal, principalKey } from '../../../operations/index.ts';
import { type Refusal, refuse } from '../../message/refusal.ts';
import type { HttpLimits } from './http-limits.ts';

export interface BodyBudget {
  /**
   * For one request. @param announced its Content-Length; null if absent
   * @param sender whose share of the budget it uses
   */
  begin(announced: string | null, sender: Sender): BodyCollector | Refusal;
}

export type Sender = Pick<Principal, 'tenant' | 'subject'>;

export interface BodyCollector {
  readonly kind: 'collector';
  /** @returns why nothing more is accepted */
  add(chunk: Uint8Array): Refusal | undefined;
  /** The whole body, in one piece. */
  take(): Uint8Array;
  /** Releases its share; must always be called at the end. */
  release(): void;
}

export function createBodyBudget(limits: HttpLimits): BodyBudget {
  const { bodyBytes, bodyBytesAtOnce } = limits;
  const total = createByteQuota(bodyBytesAtOnce);
  // No sender can use up the budget of the others.
  const tenants = createByteQuota(bodyBytesAtOnce / 2);
  const principals = createByteQuota(bodyBytesAtOnce / 4);
  return {
    begin(announced, sender) {
      // Also if it announces an invalid length: then it is counted.
      if (Number(announced ?? 0) > bodyBytes) return tooBig(bodyBytes);
      const { tenant } = sender;
      const own = principalKey(sender);
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

/** Names without bytes that are kept: removing each and adding it again would cost more than the rest of a request. */
const maxIdleNames = 1_000;

/** Maximum bytes at once per name. */
function createByteQuota(maxBytes: number) {
  const taken = new Map<string, number>();
  return {
    has: (name: string, more: number): boolean => (taken.get(name) ?? 0) + more <= maxBytes,
    take(name: string, more: number): void {
      const now = (taken.get(name) ?? 0) + more;
      if (now > 0 || taken.size <= maxIdleNames) taken.set(name, now);
      else taken.delete(name);
    },
  };
}

function tooBig(maxBytes: number): Refusal {
  return refuse(
    'body_too_big',
    `The body has more than ${maxBytes} bytes. Send less; a big document can be saved as a file in a workflow folder.`,
  );
}

function tooMany(): Refusal {
  return refuse('overloaded', 'Too much data is being sent at once. Try again in a second.', {
    context: { retryAfterMs: 1_000 },
  });
}
