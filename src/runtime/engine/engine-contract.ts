/** The engine: makes runs go on. Everything it says has happened is durable. */
import type { RunRecord } from '../ports/run-record.ts';
import type {
  AdoptOrder,
  Answer,
  ApproveOrder,
  OpenedRun,
  RenewOrder,
  StartOrder,
  TellOrder,
} from './orders.ts';

export interface Engine {
  start(order: StartOrder): Promise<Answer>;
  tell(order: TellOrder): Promise<Answer>;
  renew(order: RenewOrder): Promise<Answer>;
  approve(order: ApproveOrder): Promise<Answer>;
  adopt(order: AdoptOrder): Promise<Answer>;
  /** A run as it is, or with `at` as it was after so many events. */
  open(tenant: string, run: string, at?: number): Promise<OpenedRun | undefined>;
  /**
   * The run as soon as its journal is longer than `after`; undefined where there is no such run, or the signal was
   * aborted first.
   */
  changed(tenant: string, run: string, after: number, signal: AbortSignal): Promise<RunRecord | undefined>;
  load(): EngineLoad;
  /** Takes nothing new, lets what is being written be written, and leaves calls under way to the next start. */
  stop(): Promise<void>;
}

/** How busy it is. */
export interface EngineLoad {
  readonly queued: number;
  readonly calling: number;
  readonly waitingCalls: number;
  readonly loadedRuns: number;
}
