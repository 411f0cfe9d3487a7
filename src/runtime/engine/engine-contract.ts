/** The engine: executes runs. Everything it reports as done is durable. */
import type { RunRecord } from '../ports/run-record.ts';
import type { CallOutcome } from './call-outside.ts';
import type { RunChanges } from './change-log.ts';
import type {
  AdoptRequest,
  ApproveRequest,
  DeclineRequest,
  EngineAnswer,
  OpenedRun,
  OutsideCall,
  RenewRequest,
  StartRequest,
  SubmitEventRequest,
} from './run-requests.ts';

/** What ends a wait; without either, nothing does. */
export interface Wait {
  /** In milliseconds. */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Engine {
  /** Resumes what was in progress, while it accepts requests. Does nothing if it has begun already. */
  begin(): void;
  start(request: StartRequest): Promise<EngineAnswer>;
  submitEvent(request: SubmitEventRequest): Promise<EngineAnswer>;
  renew(request: RenewRequest): Promise<EngineAnswer>;
  approve(request: ApproveRequest): Promise<EngineAnswer>;
  decline(request: DeclineRequest): Promise<EngineAnswer>;
  adopt(request: AdoptRequest): Promise<EngineAnswer>;
  /** Makes a call at once, for a few seconds. Known secrets are hidden in its outcome. */
  call(call: OutsideCall): Promise<CallOutcome>;
  /** A run in its current state, or with `at` as it was after that many events. */
  open(tenant: string, run: string, at?: number): Promise<OpenedRun | undefined>;
  /** Resolves with the run as soon as it is enough; with `undefined` if it does not exist, or the wait has ended first. */
  changed(
    tenant: string,
    run: string,
    isEnough: (record: RunRecord) => boolean,
    wait: Wait,
  ): Promise<RunRecord | undefined>;
  /** The runs of a tenant that changed after a cursor; without one, only the current cursor. */
  changes(tenant: string, after: string | undefined): RunChanges;
  /** Resolves at the next change of any run of the tenant, when the signal is aborted, or when the engine stops. */
  nextChange(tenant: string, signal: AbortSignal): Promise<void>;
  /** Call it after a message was added to the outbox outside of a commit. */
  checkOutbox(): void;
  load(): EngineLoad;
  /** Rejects with StoreError while work cannot be committed. */
  checkStore(): Promise<void>;
  /**
   * Starts no more calls, waits up to `grace` milliseconds for those in progress, and completes pending writes. The
   * next start makes the calls that have not started; the outcome of those that did not end is unknown.
   */
  stop(grace?: number): Promise<void>;
}

/** The current load. */
export interface EngineLoad {
  readonly queued: number;
  readonly calling: number;
  readonly waitingCalls: number;
  readonly loadedRuns: number;
  /** Messages in delivery to subscribers. */
  readonly delivering: number;
}
