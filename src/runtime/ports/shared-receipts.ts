/**
 * Receipts that several replicas share, in front of each one's store: any of them answers a repeat, and none begins what
 * another has under way. The store stays the truth: what it knows need not be asked here, and what is lost here is found
 * there.
 */
import type { Receipt, ReceiptKey } from './receipt.ts';

/** As one replica sees them. Whatever rejects does so with SharedReceiptsError. */
export interface SharedReceipts {
  /**
   * Asks for the right to do what the key stands for, after the own store was asked: a claim of this replica that no call
   * of this process has is left of a process that died before it did anything, and is taken over. Where it rejects,
   * nothing may be done.
   */
  claim(key: ReceiptKey): Promise<Claimed>;
  /** It was done. Where it rejects, the others learn it later, and do nothing meanwhile. */
  keep(receipt: Receipt): Promise<void>;
  /** It was not done: whoever comes next may try. Where it rejects, this replica may at once, the others later. */
  release(key: ReceiptKey): Promise<void>;
  /** What became of it is not known here: that is found out later, and until then nobody else does it. */
  leave(key: ReceiptKey): void;
  /** Whether it can be reached now. */
  check(): Promise<void>;
  /** Makes sure that claims of a process that died hinder nobody; else that happens with the first use. */
  begin(): void;
  close(): Promise<void>;
}

export type Claimed =
  /** Nobody else does it until it is kept or released: a claim lives as long as a receipt. */
  | { readonly kind: 'claimed' }
  | { readonly kind: 'done'; readonly receipt: Receipt }
  /** Somebody else is at it, or died of it and has not come back: asking again in a moment tells more. */
  | { readonly kind: 'elsewhere' }
  /** Nothing is known of it, and others still tell what they did: asking again in a moment tells more. */
  | { readonly kind: 'too-early' };

/** It cannot be reached. The message says what is wrong, without credentials. */
export class SharedReceiptsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SharedReceiptsError';
  }
}
