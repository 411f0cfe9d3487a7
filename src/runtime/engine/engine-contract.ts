/** The engine: makes runs go on. Everything it says has happened is durable. */
import type { RunRecord } from '../ports/run-record.ts';
import type { RunChanges } from './change-log.ts';
import type {
  AdoptRequest,
  ApproveRequest,
  EngineAnswer,
  OpenedRun,
  RenewRequest,
  StartRequest,
  SubmitEventRequest,
} from './run-requests.ts';

export interface Engine {
  /** Goes on with what was under way, while orders are taken. Does nothing where it has begun already. */
  begin(): void;
  start(request: StartRequest): Promise<EngineAnswer>;
  submitEvent(request: SubmitEventRequest): Promise<EngineAnswer>;
  renew(request: RenewRequest): Promise<EngineAnswer>;
  approve(request: ApproveRequest): Promise<EngineAnswer>;
  adopt(request: AdoptRequest): Promise<EngineAnswer>;
  /** A run as it is, or with `at` as it was after so many events. */
  open(tenant: string, run: string, at?: number): Promise<OpenedRun | undefined>;
  /**
   * The run as soon as its journal is longer than `after`; undefined where there is no such run, or the signal was
   * aborted first.
   */
  changed(tenant: string, run: string, after: number, signal: AbortSignal): Promise<RunRecord | undefined>;
  /** The runs of a tenant that have changed after a cursor; without one, only the cursor of now. */
  changes(tenant: string, after: string | undefined): RunChanges;
  /** Resolves at the next change of any run of the tenant, when the signal is aborted, or when the engine stops. */
  nextChange(tenant: string, signal: AbortSignal): Promise<void>;
  /** Something was put into the outbox beside a commit. */
  checkOutbox(): void;
  load(): EngineLoad;
  /**
   * Begins no more calls, gives those under way so many milliseconds to end, and lets what is being written be
   * written. Calls that were not begun are made by the next start; of those that did not end nobody knows.
   */
  stop(grace?: number): Promise<void>;
}

/** How busy it is. */
export interface EngineLoad {
  readonly queued: number;
  readonly calling: number;
  readonly waitingCalls: number;
  readonly loadedRuns: number;
  /** Messages under way to whoever has subscribed. */
  readonly delivering: number;
}
