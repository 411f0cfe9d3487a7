/** The options of the engine. */
import type { Evaluators, Json } from '../../kernel/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Announcement, Message } from '../ports/outbox.ts';
import type { Store } from '../ports/store.ts';
import type { FindHolder } from './assign-items.ts';
import type { Connectors } from './connectors.ts';
import type { DeliveryResult } from './outbox-sender.ts';
import type { ElsewherePlayed } from './player.ts';
import type { RunChange } from './run-change.ts';

export interface EngineOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly connectors: Connectors;
  /** Of every language of the programs that it runs. */
  readonly evaluators: Evaluators;
  /** Computes the queries of events elsewhere. Absent: the evaluators compute them. */
  readonly elsewhere?: ElsewherePlayed;
  /** Only reads until `begin` is called. */
  readonly isQuiet?: boolean;
  /** Removes known secrets from input before it is stored in the journal. */
  readonly hide?: (value: Json) => Json;
  /** Finds the assignee of a new item. Default: none. */
  readonly findHolder?: FindHolder;
  readonly limits?: Partial<EngineLimits>;
  /** Reports an internal problem; the message holds no secret. */
  readonly report?: (message: string, cause: unknown) => void;
  /** Creates the messages about a change of a run, and delivers them. */
  readonly post?: OutboxHandlers;
}

export interface OutboxHandlers {
  readonly announce: (change: RunChange) => readonly Announcement[];
  readonly deliver: (message: Message, signal: AbortSignal) => Promise<DeliveryResult>;
  /** Attempts after the first one, before the message is dropped. */
  readonly retries?: number;
}

export interface EngineLimits {
  /** Concurrent calls of one run. */
  readonly callsPerRun: number;
  /** Calls that may wait for their connector before new runs are refused: in total, and per tenant. */
  readonly waitingCalls: number;
  readonly waitingCallsPerTenant: number;
  /** Requests that may wait: in total, and per tenant. */
  readonly queued: number;
  readonly queuedPerTenant: number;
  /** Runs kept in memory. */
  readonly loadedRuns: number;
  /** How long an idempotency key is valid, in milliseconds. */
  readonly receiptLife: number;
  /** How long audit entries are kept, in milliseconds; `null` keeps them forever. */
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
