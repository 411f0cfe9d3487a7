/** What a request did that may come again: the same key by the same principal gives the same result. */
export interface Receipt {
  readonly tenant: string;
  readonly subject: string;
  readonly operation: string;
  readonly key: string;
  /** Hash of the input: another input under the same key is a conflict. */
  readonly input: string;
  readonly run: string;
  /** Events in the run's journal after it. */
  readonly seq: number;
  readonly at: number;
  /** When it may be forgotten. */
  readonly expiresAt: number;
}

export type ReceiptKey = Pick<Receipt, 'tenant' | 'subject' | 'operation' | 'key'>;

export interface Receipts {
  find(key: ReceiptKey): Promise<Receipt | undefined>;
}
