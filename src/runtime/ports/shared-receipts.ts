/**
 * Receipts that several replicas share, in front of the store of each: every replica can answer a repeat, and none
 * starts what another has in progress. The store is the source of truth: what it holds is not looked up here, and
 * what is lost here is found there.
 */
import type { Receipt, ReceiptKey } from './receipt.ts';

/** The view of one replica. Methods reject with SharedReceiptsError. */
export interface SharedReceipts {
  /**
   * Claims the right to execute the request of the key. Call it after a lookup in the own store: a claim of this
   * replica that belongs to no call of this process is left over from a process that crashed before it did anything,
   * and is taken over. If it rejects, nothing may be executed.
   */
  claim(key: ReceiptKey): Promise<Claimed>;
  /** The request was executed. If it rejects, the other replicas learn it later, and do nothing until then. */
  keep(receipt: Receipt): Promise<void>;
  /**
   * The request was not executed: another attempt is allowed. If it rejects, this replica may retry at once, the
   * others later.
   */
  release(key: ReceiptKey): Promise<void>;
  /** The outcome is unknown: it is determined later, and until then no other replica executes the request. */
  leave(key: ReceiptKey): void;
  /** Checks whether it can be reached now. */
  check(): Promise<void>;
  /** Ensures that claims of a crashed process block no request; otherwise that happens with the first use. */
  begin(): void;
  close(): Promise<void>;
}

export type Claimed =
  /** No other replica executes it until it is kept or released: a claim is valid as long as a receipt. */
  | { readonly kind: 'claimed' }
  | { readonly kind: 'done'; readonly receipt: Receipt }
  /** Another replica executes it, or crashed during it and has not come back: ask again soon. */
  | { readonly kind: 'elsewhere' }
  /** Unknown, and other replicas still report their receipts: ask again soon. */
  | { readonly kind: 'too-early' };

/** It cannot be reached. The message gives the reason, without credentials. */
export class SharedReceiptsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SharedReceiptsError';
  }
}
