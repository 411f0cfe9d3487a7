/** What a request did that may come again: the same key by the same principal gives the same result. */
export interface Receipt {
  readonly tenant: string;
  readonly subject: string;
  readonly operation: string;
  readonly key: string;
  /** Hash of the input: another input under the same key is a conflict. */
  readonly input: string;
  /** Which run it moved; empty where it moved none. */
  readonly run: string;
  /** Events in the run's journal after it. */
  readonly seq: number;
  /** What it gave, where that changes later: the status of the run then; of an item or a subscription its id. */
  readonly outcome: string;
  readonly at: number;
  /** From then on it is as if it had never been. */
  readonly expiresAt: number;
}

export type ReceiptKey = Pick<Receipt, 'tenant' | 'subject' | 'operation' | 'key'>;

export interface Receipts {
  /** One that is in force then. */
  find(key: ReceiptKey, now: number): Promise<Receipt | undefined>;
  /** Those that are in force then, whatever ends last first. @param before the last one of the page before */
  newest(now: number, limit: number, before?: Receipt): Promise<readonly Receipt[]>;
}
