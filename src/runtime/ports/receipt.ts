/** The receipt of an idempotent request: the same key by the same principal returns the same result. */
export interface Receipt {
  readonly tenant: string;
  readonly subject: string;
  readonly operation: string;
  readonly key: string;
  /** Hash of the input: a different input under the same key is a conflict. */
  readonly input: string;
  /** The run that it changed; empty if none. */
  readonly run: string;
  /** Number of events in the journal of the run after it. */
  readonly seq: number;
  /** Its result, if that may change later: the status of the run at that time; of an item or a subscription its id. */
  readonly outcome: string;
  readonly at: number;
  /** After this time the receipt has no effect. */
  readonly expiresAt: number;
}

export type ReceiptKey = Pick<Receipt, 'tenant' | 'subject' | 'operation' | 'key'>;

export interface Receipts {
  /** An unexpired one. */
  find(key: ReceiptKey, now: number): Promise<Receipt | undefined>;
  /** The unexpired ones, the latest expiry first. @param before the last one of the previous page */
  newest(now: number, limit: number, before?: Receipt): Promise<readonly Receipt[]>;
}
