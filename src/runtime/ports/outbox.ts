/** Messages that leave the house, written with the work that caused them and kept until they were delivered. */
export interface Message {
  readonly tenant: string;
  readonly id: string;
  readonly run: string;
  /** Who delivers it, and where to: understood by the deliverer. */
  readonly topic: string;
  readonly target: string;
  readonly body: string;
  readonly createdAt: number;
  /** Not before. */
  readonly dueAt: number;
  readonly attempts: number;
}

export interface Outbox {
  /** When the next message is due; null where there is none. */
  next(): Promise<number | null>;
  /** Those that are due, the longest due first. */
  due(until: number, limit: number): Promise<readonly Message[]>;
  delivered(message: Message): Promise<void>;
  /** Another attempt later. */
  postpone(message: Message, dueAt: number): Promise<void>;
  /** Given up: kept apart for an operator to see, never due again. */
  giveUp(message: Message, reason: string): Promise<void>;
}
