/**
 * One data folder, many processes: the first owns it, later ones attach to it, and when it dies one of them takes over
 * [R6.1, R6.2]. What is asked for is done once: a request that was not answered is sent again, with the same key, to
 * whoever owns the folder next, or is done here when that is this process.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from '../../kernel/index.ts';
import {
  registry as allOperations,
  keyOf,
  makeDataFolder,
  OperationError,
  type Principal,
  type Registry,
  type Settings,
} from '../../operations/index.ts';
import { callHouse } from './call-house.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import { keyedInput } from './keyed-input.ts';
import { folderBusy, leaveSeat, type Seat, type SeatOptions, takeSeat } from './seat.ts';
import type { Role, Signalbox, SignalboxSurroundings } from './signalbox.ts';

/** How long it is tried to own the folder or to reach its owner before opening fails, in milliseconds. */
const openingPatience = 10_000;
/** How long a request waits for an owner. */
const callPatience = 60_000;
/** How often a request is sent: one that every owner dies of must not take down one process after the other. */
const mostSent = 20;
/** Between two tries: at least, and so much more by chance, so that processes do not keep step. */
const shortest = 10;
const spread = 40;
/** After a try that went wrong by itself. */
const afterFailure = 1_000;

/** Rejects with OperationError. */
export async function openSignalbox(
  settings: Settings,
  surroundings: SignalboxSurroundings,
): Promise<Signalbox> {
  await makeDataFolder(settings.data);
  const options = { settings, surroundings, registry: surroundings.registry ?? allOperations };
  const until = performance.now() + openingPatience;
  for (;;) {
    const seat = await takeSeat(options);
    if (seat !== undefined) return new SharedFolder(options, seat);
    if (performance.now() > until) throw await folderBusy(settings.data);
    await wait(shortest + Math.random() * spread);
  }
}

class SharedFolder implements Signalbox {
  readonly #options: SeatOptions;
  readonly #registry: Registry;
  readonly #closing = new AbortController();
  readonly #calls = new CallsUnderWay();
  /** Pending while nobody owns the folder. */
  #seat: Promise<Seat>;
  #current: Seat | undefined;
  #closed: Promise<void> | undefined;
  /** What was told of settings that are not in force. */
  #told = '';
  /** Why it could not be taken over, as far as this process knows. */
  #trouble = '';

  constructor(options: SeatOptions, seat: Seat) {
    this.#options = options;
    this.#registry = options.registry;
    this.#seat = Promise.resolve(seat);
    this.#sit(seat);
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
    for (let sent = 0; sent < mostSent; sent++) {
      const seat = await this.#found();
      if (seat === undefined) throw unavailable(name, asked, sent > 0, this.#trouble);
      if (seat.kind === 'owner') return callHouse(this.#registry, seat.house, principal, name, asked, signal);
      asked = keyedInput(operation, asked);
      const reply = await seat.attachment.request(principal, name, asked, signal);
      if (reply.kind === 'result') return reply.result;
      if (reply.kind === 'error') throw new OperationError(reply.details);
      // Not before it is known here, too: else it would be asked of a connection that is ending.
      await seat.attachment.lost;
    }
    throw unavailable(name, asked, true, `The connection ended ${mostSent} times without an answer.`);
  }

  close(): Promise<void> {
    this.#closed ??= this.#leave();
    return this.#closed;
  }

  async #leave(): Promise<void> {
    this.#closing.abort();
    this.#current = undefined;
    this.#trouble = 'It was closed here.';
    await this.#calls.end();
    const seat = await this.#seat.catch(() => undefined);
    if (seat !== undefined) await leaveSeat(seat, this.#options.settings.data);
  }

  #sit(seat: Seat): void {
    this.#current = seat;
    if (seat.kind === 'attached') {
      void seat.attachment.lost.then(() => this.#stand());
      this.#tellIgnored(seat.ignored);
    }
    this.#options.surroundings.onRole?.(seat.kind);
  }

  /** Once for each owner who has others. */
  #tellIgnored(ignored: string): void {
    if (ignored !== '' && ignored !== this.#told) this.#options.surroundings.warn(ignored);
    this.#told = ignored;
  }

  #stand(): void {
    if (this.#closing.signal.aborted) return;
    this.#current = undefined;
    this.#seat = this.#seek();
    // Whoever waits for it is told.
    this.#seat.catch(() => undefined);
  }

  /** Until there is a seat again, or this is closed. What goes wrong may be another's to mend, so it is tried again. */
  async #seek(): Promise<Seat> {
    for (;;) {
      const seat = await this.#try();
      if (seat !== undefined) {
        this.#trouble = '';
        if (!this.#closing.signal.aborted) this.#sit(seat);
        return seat;
      }
      const pause = this.#trouble === '' ? shortest + Math.random() * spread : afterFailure;
      await wait(pause, undefined, { signal: this.#closing.signal });
    }
  }

  async #try(): Promise<Seat | undefined> {
    try {
      return await takeSeat(this.#options);
    } catch (error) {
      const trouble =
        error instanceof OperationError ? error.message : 'it came upon a mistake in Signalbox itself';
      if (trouble !== this.#trouble) {
        this.#options.surroundings.warn(`This process could not take over the data folder: ${trouble}`);
      }
      this.#trouble = trouble;
      return undefined;
    }
  }

  /** @returns undefined where there is none for long, or where this was closed */
  async #found(): Promise<Seat | undefined> {
    if (this.#current !== undefined || this.#closing.signal.aborted) return this.#current;
    const patience = new AbortController();
    const tooLong = wait(callPatience, undefined, { signal: patience.signal });
    tooLong.catch(() => undefined);
    try {
      return (await Promise.race([this.#seat, tooLong])) ?? undefined;
    } catch {
      // Closed meanwhile.
      return undefined;
    } finally {
      patience.abort();
    }
  }
}

function unavailable(operation: string, asked: unknown, wasSent: boolean, trouble: string): OperationError {
  const key = wasSent ? keyOf(asked) : undefined;
  const what = wasSent ? 'whether it was done is not known' : 'it was not done';
  const why = trouble === '' ? '' : ` ${trouble}`;
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
