/** What the engine is given. */
import type { Evaluators, Json } from '../../kernel/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Announcement, Message } from '../ports/outbox.ts';
import type { Store } from '../ports/store.ts';
import type { FindHolder } from './assign-items.ts';
import type { Connectors } from './connectors.ts';
import type { DeliveryResult } from './outbox-sender.ts';
import type { RunChange } from './run-change.ts';

export interface EngineOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly connectors: Connectors;
  /** Of every language whose programs are played. */
  readonly evaluators: Evaluators;
  /** Only looks, until it is told to begin. */
  readonly isQuiet?: boolean;
  /** Takes known secrets out of whatever comes in, before it is in the journal. */
  readonly hide?: (value: Json) => Json;
  /** To whom new items go by themselves; nobody where absent. */
  readonly findHolder?: FindHolder;
  readonly limits?: Partial<EngineLimits>;
  /** Something is broken that nobody asked about; the message holds no secret. */
  readonly report?: (message: string, cause: unknown) => void;
  /** What leaves the house when a run has changed, and who brings it there. */
  readonly post?: OutboxHandlers;
}

export interface OutboxHandlers {
  readonly announce: (change: RunChange) => readonly Announcement[];
  readonly deliver: (message: Message, signal: AbortSignal) => Promise<DeliveryResult>;
  /** Attempts after the first one, before a message is given up. */
  readonly retries?: number;
}

export interface EngineLimits {
  /** Calls of one run at once. */
  readonly callsPerRun: number;
  /** Calls that may wait for their connector before new runs are refused: in all, and of one tenant. */
  readonly waitingCalls: number;
  readonly waitingCallsPerTenant: number;
  /** Orders that may wait: in all, and of one tenant. */
  readonly queued: number;
  readonly queuedPerTenant: number;
  /** Runs kept in memory. */
  readonly loadedRuns: number;
  /** How long a key is remembered, in milliseconds. */
  readonly receiptLife: number;
  /** How long entries of the audit are kept, in milliseconds; null keeps them for ever. */
  readonly auditRetention: number | null;
}

export const defaultEngineLimits: EngineLimits = {
  callsPerRun: 32,
  waitingCalls: 20_000,
  waitingCallsPerTenant: 10_000,
  queued: 20_000,
  queuedPerTenant: 10_000,
  loadedRuns: 1_000,
  receiptLife: 86_400_000,
  auditRetention: 365 * 86_400_000,
};
