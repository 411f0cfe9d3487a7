/**
 * Opens a data folder that many processes can share: the first owns it, later ones attach, and when the owner ends
 * one of them takes over [R6.1, R6.2]. Each request is performed once: an unanswered request is sent again, with the
 * same key, to the next owner, or performed here if that is this process.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from '../../kernel/index.ts';
import {
  registry as allOperations,
  type ErrorDetails,
  idempotencyKeyIn,
  makeDataFolder,
  OperationError,
  type Principal,
  phrase,
  type Registry,
  type Settings,
} from '../../operations/index.ts';
import { CallsUnderWay } from '../pipeline/calls-under-way.ts';
import type { FrontCall } from '../pipeline/front-steps.ts';
import { callOperation, sendCall } from '../pipeline/pipeline.ts';
import {
  acquireOwnership,
  type DataFolderLock,
  type DataFolderLockOptions,
  folderBusy,
  releaseOwnership,
} from './data-folder-lock.ts';
import { keyedInput } from './keyed-input.ts';
import type { Role, Signalbox, SignalboxEnvironment } from './signalbox.ts';

/** How long opening tries to own the folder or to reach its owner, in milliseconds. */
const openTimeout = 10_000;
/** How long a request waits for an owner. */
const callTimeout = 60_000;
/** Maximum sends of one request: a request that crashes its owner must not crash one process after the other. */
const maxSends = 20;
/** Pause between two attempts: a minimum, and a random part, so that processes do not run in step. */
const minPause = 10;
const pauseJitter = 40;
/** Pause after an attempt that failed. */
const failurePause = 1_000;

/** Rejects with OperationError. */
export async function openSignalbox(
  settings: Settings,
  environment: SignalboxEnvironment,
): Promise<Signalbox> {
  await makeDataFolder(settings.data);
  const options = { settings, environment, registry: environment.registry ?? allOperations };
  const until = performance.now() + openTimeout;
  for (;;) {
    const folderLock = await acquireOwnership(options);
    if (folderLock !== undefined) return new SharedFolder(options, folderLock);
    if (performance.now() > until) throw await folderBusy(settings.data);
    await wait(minPause + Math.random() * pauseJitter);
  }
}

class SharedFolder implements Signalbox {
  readonly #options: DataFolderLockOptions;
  readonly registry: Registry;
  readonly #closing = new AbortController();
  readonly #front: Pick<FrontCall, 'underWay' | 'dispatch'> = {
    underWay: new CallsUnderWay(),
    dispatch: (call) => this.#dispatch(call),
  };
  /** Pending while the folder has no owner. */
  #folderLock: Promise<DataFolderLock>;
  #current: DataFolderLock | undefined;
  #closed: Promise<void> | undefined;
  /** The last warning about ineffective settings. */
  #lastWarning = '';
  /** Why there is no owner, as far as callers may know: without paths. */
  #problem = '';
  /** The last warning about a takeover that failed. */
  #lastFailure = '';

  constructor(options: DataFolderLockOptions, folderLock: DataFolderLock) {
    this.#options = options;
    this.registry = options.registry;
    this.#folderLock = Promise.resolve(folderLock);
    this.#onAttach(folderLock);
  }

  get role(): Role {
    return this.#current?.kind === 'owner' ? 'owner' : 'attached';
  }

  get owner(): { readonly pid: number } | null {
    if (this.#current === undefined) return null;
    return { pid: this.#current.kind === 'owner' ? process.pid : this.#current.attachment.pid };
  }

  async call(principal: Principal, name: string, input: unknown, signal?: AbortSignal): Promise<Json> {
    const operation = this.registry.get(name);
    const { underWay, dispatch } = this.#front;
    return sendCall({ operation, principal, input, signal, underWay, dispatch });
  }

  async #dispatch({ operation, principal, input, signal }: FrontCall): Promise<Json> {
    const { name } = operation;
    let asked = input;
    for (let sent = 0; sent < maxSends; sent++) {
      const folderLock = await this.#currentLock();
      if (folderLock === undefined) throw unavailable(name, asked, sent > 0, this.#problem);
      if (folderLock.kind === 'owner')
        return callOperation(this.registry, folderLock.app.services, principal, name, asked, signal);
      asked = keyedInput(operation, asked);
      const reply = await folderLock.attachment.request(principal, name, asked, signal);
      if (reply.kind === 'result') return reply.result;
      if (reply.kind === 'error') throw refusedByOwner(reply.details);
      // After this process knows that the connection ended: otherwise it would use the same one again.
      await folderLock.attachment.lost;
    }
    throw unavailable(name, asked, true, `The connection ended ${maxSends} times without an answer.`);
  }

  close(): Promise<void> {
    this.#closed ??= this.#shutDown();
    return this.#closed;
  }

  async #shutDown(): Promise<void> {
    this.#closing.abort();
    this.#current = undefined;
    this.#problem = 'It was closed here.';
    await this.#front.underWay.end();
    const folderLock = await this.#folderLock.catch(() => undefined);
    if (folderLock !== undefined) await releaseOwnership(folderLock, this.#options.settings.data);
  }

  #onAttach(folderLock: DataFolderLock): void {
    this.#current = folderLock;
    if (folderLock.kind === 'attached') {
      void folderLock.attachment.lost.then(() => this.#onDetach());
      this.#warnIgnored(folderLock.ignored);
    }
    this.#options.environment.onRole?.(folderLock.kind);
  }

  /** Once per owner with other settings. */
  #warnIgnored(ignored: string): void {
    if (ignored !== '' && ignored !== this.#lastWarning) this.#options.environment.warn(ignored);
    this.#lastWarning = ignored;
  }

  #onDetach(): void {
    if (this.#closing.signal.aborted) return;
    this.#current = undefined;
    this.#folderLock = this.#reacquire();
    // The waiting callers get the error.
    this.#folderLock.catch(() => undefined);
  }

  /** Until there is a lock again, or this is closed. Errors may be temporary, so it tries again. */
  async #reacquire(): Promise<DataFolderLock> {
    for (;;) {
      const folderLock = await this.#tryAcquire();
      if (folderLock !== undefined) {
        this.#problem = '';
        this.#lastFailure = '';
        if (!this.#closing.signal.aborted) this.#onAttach(folderLock);
        return folderLock;
      }
      const pause = this.#problem === '' ? minPause + Math.random() * pauseJitter : failurePause;
      await wait(pause, undefined, { signal: this.#closing.signal });
    }
  }

  async #tryAcquire(): Promise<DataFolderLock | undefined> {
    try {
      return await acquireOwnership(this.#options);
    } catch (error) {
      const problem = error instanceof OperationError ? error.message : 'internal error';
      if (problem !== this.#lastFailure) {
        this.#options.environment.warn(`This process could not take over the data folder: ${problem}`);
      }
      this.#lastFailure = problem;
      this.#problem = 'This process could not take over the data folder: its log says why.';
      return undefined;
    }
  }

  /** @returns `undefined` after the timeout, or if this was closed */
  async #currentLock(): Promise<DataFolderLock | undefined> {
    if (this.#current !== undefined || this.#closing.signal.aborted) return this.#current;
    const timer = new AbortController();
    const timeout = wait(callTimeout, undefined, { signal: timer.signal });
    timeout.catch(() => undefined);
    try {
      return (await Promise.race([this.#folderLock, timeout])) ?? undefined;
    } catch {
      // Closed in the meantime.
      return undefined;
    } finally {
      timer.abort();
    }
  }
}

function refusedByOwner(details: ErrorDetails): OperationError {
  const error = new OperationError(details);
  error.isAudited = true;
  return error;
}

function unavailable(operation: string, asked: unknown, wasSent: boolean, problem: string): OperationError {
  const key = wasSent ? idempotencyKeyIn(asked) : undefined;
  const what = wasSent ? 'its outcome is unknown' : 'it was not performed';
  const why = problem === '' ? '' : ` ${problem}`;
  return new OperationError({
    code: 'engine_unavailable',
    message: phrase`No process that owns the data folder answered ${{ operation }}: ${what}.${why}`,
    retryable: true,
    suggestedAction:
      key === undefined
        ? 'Try again shortly.'
        : `Try again shortly, with the idempotency key “${key}”: then it is performed once.`,
    context: { operation, ...(key === undefined ? {} : { idempotencyKey: key }) },
  });
}
