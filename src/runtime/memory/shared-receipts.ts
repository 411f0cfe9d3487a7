/**
 * Shared receipts within one process: bounded, the least recently used receipt is dropped first. It is never the only
 * copy, so dropping one never causes a request to be executed twice.
 */
import type { Clock } from '../ports/clock.ts';
import type { Receipt, ReceiptKey } from '../ports/receipt.ts';
import type { Claimed, SharedReceipts } from '../ports/shared-receipts.ts';
import { receiptKey } from './memory-tables.ts';

/** What several replicas share. */
export interface SharedReceiptState {
  readonly done: Map<string, Receipt>;
  /** Replica and call, by key. */
  readonly claims: Map<string, ReplicaClaim>;
}

interface ReplicaClaim {
  readonly by: string;
  readonly until: number;
}

export interface MemoryReceiptsOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Of the replica. */
  readonly identity: string;
  /** How long a claim is valid, in milliseconds. */
  readonly life: number;
  /** Limit of stored receipts. */
  readonly maxReceipts?: number;
  /** Default: a state of its own. */
  readonly state?: SharedReceiptState;
}

const defaultMaxReceipts = 100_000;

export const createSharedReceiptState = (): SharedReceiptState => ({ done: new Map(), claims: new Map() });

export function createMemorySharedReceipts(options: MemoryReceiptsOptions): SharedReceipts {
  const {
    clock,
    identity,
    life,
    maxReceipts = defaultMaxReceipts,
    state = createSharedReceiptState(),
  } = options;
  const { done, claims } = state;
  const ownClaims = new Set<string>();

  const find = (name: string): Receipt | undefined => {
    const receipt = done.get(name);
    if (receipt === undefined) return undefined;
    done.delete(name);
    if (receipt.expiresAt <= clock.now()) return undefined;
    done.set(name, receipt);
    return receipt;
  };

  const claim = (key: ReceiptKey): Claimed => {
    const name = receiptKey(key);
    const receipt = find(name);
    if (receipt !== undefined) return { kind: 'done', receipt };
    const other = claims.get(name);
    const isOthers = other !== undefined && other.by !== identity && other.until > clock.now();
    if (isOthers || ownClaims.has(name)) return { kind: 'elsewhere' };
    claims.set(name, { by: identity, until: clock.now() + life });
    ownClaims.add(name);
    return { kind: 'claimed' };
  };

  const drop = (name: string): void => {
    ownClaims.delete(name);
    if (claims.get(name)?.by === identity) claims.delete(name);
  };

  return {
    claim: async (key) => claim(key),
    async keep(receipt) {
      const name = receiptKey(receipt);
      drop(name);
      if (find(name) === undefined) done.set(name, receipt);
      for (const oldest of done.keys()) {
        if (done.size <= maxReceipts) return;
        done.delete(oldest);
      }
    },
    release: async (key) => drop(receiptKey(key)),
    leave: (key) => void ownClaims.delete(receiptKey(key)),
    check: async () => undefined,
    begin: () => undefined,
    close: async () => undefined,
  };
}
