/**
 * One data folder, many processes: the first owns it, later ones attach to it, and when it dies one of them takes over
 * [R6.1, R6.2]. What is asked for is done once: a request that was not answered is sent again, with the same key, to
 * whoever owns the folder next, or is done here when that is this process.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from '../../kernel/index.ts';
import {
  registry as allOperations,
  idempotencyKeyIn,
  makeDataFolder,
  OperationError,
  type Principal,
  type Registry,
  type Settings,
} from '../../operations/index.ts';
import { callAppOperation } from './call-app-operation.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import {
  acquireOwnership,
  type DataFolderLock,
  type DataFolderLockOptions,
  folderBusy,
  releaseOwnership,
} from './data-folder-lock.ts';
import { keyedInput } from './keyed-input.ts';
import type { Role, Signalbox, SignalboxEnvironment } from './signalbox.ts';

/** How long it is tried to own the folder or to reach its owner before opening fails, in milliseconds. */
const openTimeout = 10_000;
/** How long a request waits for an owner. */
const callTimeout = 60_000;
/** How often a request is sent: one that every owner dies of must not take down one process after the other. */
const maxSends = 20;
/** Between two tries: at least, and so much more by chance, so that processes do not keep step. */
const minPause = 10;
const pauseJitter = 40;
/** After a try that went wrong by itself. */
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
  readonly #registry: Registry;
  readonly #closing = new AbortController();
  readonly #calls = new CallsUnderWay();
  /** Pending while nobody owns the folder. */
  #folderLock: Promise<DataFolderLock>;
  #current: DataFolderLock | undefined;
  #closed: Promise<void> | undefined;
  /** What was told of settings that are not in force. */
  #lastWarning = '';
  /** Why it could not be taken over, as far as this process knows. */
  #problem = '';

  constructor(options: DataFolderLockOptions, folderLock: DataFolderLock) {
    this.#options = options;
    this.#registry = options.registry;
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

  call(principal: Principal, name: string, input: unknown, signal?: AbortSignal): Promise<Json> {
    return this.#calls.run((ending) => this.#call(principal, name, input, ending), signal);
  }

  async #call(principal: Principal, name: string, input: unknown, signal: AbortSignal): Promise<Json> {
    const operation = this.#registry.get(name);
    let asked = input;
    for (let sent = 0; sent < maxSends; sent++) {
      const folderLock = await this.#currentLock();
      if (folderLock === undefined) throw unavailable(name, asked, sent > 0, this.#problem);
      if (folderLock.kind === 'owner')
        return callAppOperation(this.#registry, folderLock.app, principal, name, asked, signal);
      asked = keyedInput(operation, asked);
      const reply = await folderLock.attachment.request(principal, name, asked, signal);
      if (reply.kind === 'result') return reply.result;
      if (reply.kind === 'error') throw new OperationError(reply.details);
      // Not before it is known here, too: else it would be asked of a connection that is ending.
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
    await this.#calls.end();
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

  /** Once for each owner who has others. */
  #warnIgnored(ignored: string): void {
    if (ignored !== '' && ignored !== this.#lastWarning) this.#options.environment.warn(ignored);
    this.#lastWarning = ignored;
  }

  #onDetach(): void {
    if (this.#closing.signal.aborted) return;
    this.#current = undefined;
    this.#folderLock = this.#reacquire();
    // Whoever waits for it is told.
    this.#folderLock.catch(() => undefined);
  }

  /** Until there is a seat again, or this is closed. What goes wrong may be another's to mend, so it is tried again. */
  async #reacquire(): Promise<DataFolderLock> {
    for (;;) {
      const folderLock = await this.#tryAcquire();
      if (folderLock !== undefined) {
        this.#problem = '';
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
      const problem =
        error instanceof OperationError ? error.message : 'it came upon a mistake in Signalbox itself';
      if (problem !== this.#problem) {
        this.#options.environment.warn(`This process could not take over the data folder: ${problem}`);
      }
      this.#problem = problem;
      return undefined;
    }
  }

  /** @returns undefined where there is none for long, or where this was closed */
  async #currentLock(): Promise<DataFolderLock | undefined> {
    if (this.#current !== undefined || this.#closing.signal.aborted) return this.#current;
    const timer = new AbortController();
    const timeout = wait(callTimeout, undefined, { signal: timer.signal });
    timeout.catch(() => undefined);
    try {
      return (await Promise.race([this.#folderLock, timeout])) ?? undefined;
    } catch {
      // Closed meanwhile.
      return undefined;
    } finally {
      timer.abort();
    }
  }
}

function unavailable(operation: string, asked: unknown, wasSent: boolean, problem: string): OperationError {
  const key = wasSent ? idempotencyKeyIn(asked) : undefined;
  const what = wasSent ? 'whether it was done is not known' : 'it was not done';
  const why = problem === '' ? '' : ` ${problem}`;
  return new OperationError({
    code: 'engine_unavailable',
    message: `No process that owns the data folder answered “${operation}”: ${what}.${why}`,
    retryable: true,
    suggestedAction:
      key === undefined
        ? 'Try again in a moment.'
        : `Try again in a moment, with the idempotency key “${key}”: then it is done once.`,
    context: { operation, ...(key === undefined ? {} : { idempotencyKey: key }) },
  });
}
