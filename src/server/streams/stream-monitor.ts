/**
 * Monitors an open stream: sends heartbeats to its client, and checks that its principal still has the right to read
 * it [W5.2]. Uses the given clock.
 */
import { OperationError, type Principal } from '../../operations/index.ts';
import type { Clock } from '../../runtime/index.ts';
import type { AuthenticatedContext } from '../http/contract/request-context.ts';

export interface StreamEnd {
  readonly reason: 'run_ended' | 'shutting_down' | 'rights_ended' | 'refused';
  readonly message: string;
  readonly error_code?: string;
}

/** Milliseconds. */
export interface StreamMonitorTimes {
  readonly heartbeatInterval: number;
  readonly recheckEvery: number;
}

export class StreamMonitor {
  readonly #clock: Clock;
  readonly #context: Pick<AuthenticatedContext, 'principal' | 'reidentify'>;
  readonly #times: StreamMonitorTimes;
  readonly #over = new AbortController();
  #principal: Principal;
  #end: StreamEnd | undefined;
  #isHeartbeatDue = false;
  #stopHeartbeat = (): void => {};
  #stopRecheck = (): void => {};
  #nextWake = deferred();

  constructor(
    clock: Clock,
    context: Pick<AuthenticatedContext, 'principal' | 'reidentify'>,
    times: StreamMonitorTimes,
  ) {
    this.#clock = clock;
    this.#context = context;
    this.#times = times;
    this.#principal = context.principal;
    this.scheduleHeartbeat();
    this.#recheckLater();
  }

  /** The principal of the last check: its rights may have been reduced. */
  get principal(): Principal {
    return this.#principal;
  }

  /** Why it has ended; `undefined` while it is open. */
  get end(): StreamEnd | undefined {
    return this.#end;
  }

  /** Aborted when it ends, for any reason. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Resolves when a heartbeat is due, or it has ended. */
  nextWake(): Promise<void> {
    return this.#isHeartbeatDue || this.#over.signal.aborted ? Promise.resolve() : this.#nextWake.promise;
  }

  /** Whether a heartbeat is due; if so, counts it as sent. */
  takeHeartbeat(): boolean {
    const isDue = this.#isHeartbeatDue;
    if (isDue) this.scheduleHeartbeat();
    return isDue;
  }

  /** Data was just sent to the client. */
  scheduleHeartbeat(): void {
    this.#isHeartbeatDue = false;
    this.#stopHeartbeat();
    if (this.#over.signal.aborted) return;
    this.#stopHeartbeat = this.#clock.at(this.#clock.now() + this.#times.heartbeatInterval, () => {
      this.#isHeartbeatDue = true;
      this.#wake();
    });
  }

  /** Only the first reason counts. */
  finish(end: StreamEnd): void {
    if (this.#over.signal.aborted) return;
    this.#end = end;
    this.stop();
  }

  /** Ends it without a reason. */
  stop(): void {
    this.#over.abort();
    this.#stopHeartbeat();
    this.#stopRecheck();
    this.#wake();
  }

  #recheckLater(): void {
    if (this.#over.signal.aborted) return;
    this.#stopRecheck = this.#clock.at(this.#clock.now() + this.#times.recheckEvery, () => {
      void this.#recheck().finally(() => this.#recheckLater());
    });
  }

  async #recheck(): Promise<void> {
    const { principal: first } = this.#context;
    const who = await this.#context.reidentify().catch(refusedBy);
    if (who === undefined) return;
    if (who.kind === 'refusal') {
      const { code, category } = who.error.details;
      // An unavailable issuer does not revoke rights.
      if (category === 'unavailable') return;
      this.finish({ reason: 'rights_ended', message: who.error.message, error_code: code });
    } else if (who.tenant !== first.tenant || who.subject !== first.subject) {
      this.finish({ reason: 'rights_ended', message: 'These credentials now belong to another principal.' });
    } else {
      const { correlationId } = first;
      this.#principal = correlationId === undefined ? who : { ...who, correlationId };
    }
  }

  #wake(): void {
    const { resolve } = this.#nextWake;
    this.#nextWake = deferred();
    resolve();
  }
}

/** A check that fails temporarily is repeated later. */
function refusedBy(error: unknown): { readonly kind: 'refusal'; readonly error: OperationError } | undefined {
  return error instanceof OperationError ? { kind: 'refusal', error } : undefined;
}

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function deferred(): Deferred {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
