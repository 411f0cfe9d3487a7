/**
 * Shared receipts within one process: bounded, of what was done the longest unused goes first. It is never the only place
 * where something is known, so that nothing is done twice because of that.
 */
import type { Clock } from '../ports/clock.ts';
import type { Receipt, ReceiptKey } from '../ports/receipt.ts';
import type { Claimed, SharedReceipts } from '../ports/shared-receipts.ts';
import { receiptKeyOf } from './shelves.ts';

/** What several replicas share. */
export interface ReceiptBoard {
  readonly done: Map<string, Receipt>;
  /** Replica and call, by key. */
  readonly claims: Map<string, Claim>;
}

interface Claim {
  readonly by: string;
  readonly until: number;
}

export interface MemoryReceiptsOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Of the replica. */
  readonly identity: string;
  /** How long a claim lives, in milliseconds. */
  readonly life: number;
  /** Receipts that are kept at most. */
  readonly most?: number;
  /** One of its own where absent. */
  readonly board?: ReceiptBoard;
}

const usualMost = 100_000;

export const createReceiptBoard = (): ReceiptBoard => ({ done: new Map(), claims: new Map() });

export function createMemorySharedReceipts(options: MemoryReceiptsOptions): SharedReceipts {
  const { clock, identity, life, most = usualMost, board = createReceiptBoard() } = options;
  const { done, claims } = board;
  const living = new Set<string>();

  const find = (name: string): Receipt | undefined => {
    const receipt = done.get(name);
    if (receipt === undefined) return undefined;
    done.delete(name);
    if (receipt.expiresAt <= clock.now()) return undefined;
    done.set(name, receipt);
    return receipt;
  };

  const claim = (key: ReceiptKey): Claimed => {
    const name = receiptKeyOf(key);
    const receipt = find(name);
    if (receipt !== undefined) return { kind: 'done', receipt };
    const other = claims.get(name);
    const isOthers = other !== undefined && other.by !== identity && other.until > clock.now();
    if (isOthers || living.has(name)) return { kind: 'elsewhere' };
    claims.set(name, { by: identity, until: clock.now() + life });
    living.add(name);
    return { kind: 'claimed' };
  };

  const drop = (name: string): void => {
    living.delete(name);
    if (claims.get(name)?.by === identity) claims.delete(name);
  };

  return {
    claim: async (key) => claim(key),
    async keep(receipt) {
      const name = receiptKeyOf(receipt);
      drop(name);
      if (find(name) === undefined) done.set(name, receipt);
      for (const oldest of done.keys()) {
        if (done.size <= most) return;
        done.delete(oldest);
      }
    },
    release: async (key) => drop(receiptKeyOf(key)),
    leave: (key) => void living.delete(receiptKeyOf(key)),
    check: async () => undefined,
    begin: () => undefined,
    close: async () => undefined,
  };
}
