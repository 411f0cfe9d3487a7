/**
 * Orders with a key happen once [F2.1]: of those under the same key one is performed at a time, and where replicas share
 * receipts none is performed that another replica has done, or has under way [F2.4]. What was done is in the store: the
 * operation itself finds its receipt there.
 */
import {
  type Claimed,
  type Clock,
  type Receipt,
  type ReceiptKey,
  type SharedReceipts,
  SharedReceiptsError,
  type Store,
  StoreError,
} from '../../runtime/index.ts';
import { keyConflict } from './engine-errors.ts';
import { OperationError } from './operation-error.ts';
import { isInternalKey } from './own-key.ts';

export interface IdempotencyGuardOptions {
  readonly store: Pick<Store, 'receipts'>;
  readonly clock: Clock;
  /** Only the store is asked where absent. */
  readonly shared?: SharedReceipts | undefined;
}

/** Something that happens once. */
export interface KeyedWork<Output> {
  readonly key: ReceiptKey;
  /** Hash of its input. */
  readonly hash: () => string;
  /** It can answer from a receipt of another replica alone, and holds its input against that itself. */
  readonly answersFromReceipt: boolean;
  /** Nobody waits for it any more. What has begun goes on. */
  readonly signal?: AbortSignal | undefined;
  perform(extras: CallExtras): Promise<Output>;
}

/** What is told to whoever does it. */
export interface CallExtras {
  /**
   * To be called when it is durable, before anything is waited for: whoever sends the same again then need not wait for
   * that, too.
   */
  readonly onDurable?: () => Promise<void>;
  /** It was done at another replica, and this is all that is known of it here. */
  readonly elsewhere?: Receipt;
}

/**
 * How long somebody waits for what another replica has under way, from the moment on in which they come, and after which
 * pauses that is asked, in milliseconds: what takes long need not be asked for as often.
 */
const maxWaitMs = 5_000;
const minPause = 50;
const maxPause = 400;

export class IdempotencyGuard {
  readonly #options: IdempotencyGuardOptions;
  /** The last call under each key: the next one comes after it. */
  readonly #lastCalls = new Map<string, Promise<void>>();
  readonly #figures = { performed: 0, repeated: 0, unavailable: 0 };

  constructor(options: IdempotencyGuardOptions) {
    this.#options = options;
  }

  /** What became of orders with a key in this process. */
  figures(): IdempotencyFigures {
    return { ...this.#figures };
  }

  /** Rejects with what the work throws, and with OperationError. */
  perform<Output>(work: KeyedWork<Output>): Promise<Output> {
    const { tenant, subject, operation, key } = work.key;
    const until = this.#options.clock.now() + maxWaitMs;
    return this.#serialize(JSON.stringify([tenant, subject, operation, key]), work.signal, (end) =>
      this.#perform(work, until, end),
    );
  }

  /** @param work calls back when the next one may come, at the latest when it has ended */
  async #serialize<Result>(
    name: string,
    signal: AbortSignal | undefined,
    work: (end: () => void) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#lastCalls.get(name);
    let end = (): void => undefined;
    const own = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Whoever goes away before its turn lets nobody past those that are before it.
    const turn = before === undefined ? own : before.then(() => own);
    this.#lastCalls.set(name, turn);
    void turn.then(() => {
      if (this.#lastCalls.get(name) === turn) this.#lastCalls.delete(name);
    });
    try {
      if (before !== undefined && (await isAbortedBefore(before, signal))) throw abortedWhileQueued();
      return await work(end);
    } finally {
      end();
    }
  }

  async #perform<Output>(work: KeyedWork<Output>, until: number, end: () => void): Promise<Output> {
    const { shared } = this.#options;
    const isKnown = (await this.#find(work.key)) !== undefined;
    if (!isKnown && shared !== undefined && !isInternalKey(work.key.key)) {
      return this.#performShared(shared, work, until, end);
    }
    const output = await work.perform({ onDurable: async () => end() });
    this.#figures[isKnown ? 'repeated' : 'performed'] += 1;
    return output;
  }

  async #performShared<Output>(
    shared: SharedReceipts,
    work: KeyedWork<Output>,
    until: number,
    end: () => void,
  ): Promise<Output> {
    const claimed = await this.#claim(shared, work, until);
    if (claimed.kind === 'done') return this.#answerElsewhere(work, claimed.receipt);
    let settled: Promise<void> | undefined;
    const settle = (): Promise<void> => {
      settled ??= this.#settle(shared, work.key).finally(end);
      return settled;
    };
    try {
      const output = await work.perform({ onDurable: settle });
      this.#figures.performed += 1;
      return output;
    } finally {
      await settle();
    }
  }

  #find(key: ReceiptKey): Promise<Receipt | undefined> {
    const { store, clock } = this.#options;
    return store.receipts.find(key, clock.now());
  }

  async #claim(
    shared: SharedReceipts,
    { key, signal }: Pick<KeyedWork<unknown>, 'key' | 'signal'>,
    until: number,
  ): Promise<Claim> {
    const { clock } = this.#options;
    for (let pause = minPause; ; pause = Math.min(2 * pause, maxPause)) {
      const claimed = await shared.claim(key).catch((error: unknown) => this.#refuse(error));
      if (claimed.kind === 'claimed' || claimed.kind === 'done') return claimed;
      const left = until - clock.now();
      if (left <= 0) {
        return this.#refuse(claimed.kind === 'too-early' ? incomplete() : underWayElsewhere());
      }
      const paused = new Promise<void>((resolve) => {
        clock.at(clock.now() + Math.min(pause, left), resolve);
      });
      if (await isAbortedBefore(paused, signal)) throw abortedWhileQueued();
    }
  }

  #refuse(error: unknown): never {
    const refusal = error instanceof SharedReceiptsError ? unreachable(error) : error;
    if (refusal instanceof OperationError) this.#figures.unavailable += 1;
    throw refusal;
  }

  /** What was done stays done, whether the others can be told now or not. */
  async #settle(shared: SharedReceipts, key: ReceiptKey): Promise<void> {
    try {
      const receipt = await this.#find(key);
      await (receipt === undefined ? shared.release(key) : shared.keep(receipt));
    } catch (error) {
      shared.leave(key);
      if (!(error instanceof SharedReceiptsError) && !(error instanceof StoreError)) throw error;
    }
  }

  /** Only the shared receipts know it: the run is where it was done. */
  #answerElsewhere<Output>(work: KeyedWork<Output>, receipt: Receipt): Promise<Output> {
    this.#figures.repeated += 1;
    if (work.answersFromReceipt) return work.perform({ elsewhere: receipt });
    throw receipt.input === work.hash() ? keptElsewhere(receipt) : keyConflict();
  }
}

type Claim = Extract<Claimed, { readonly kind: 'claimed' | 'done' }>;

/** @returns whether whoever waits went away before it happened */
async function isAbortedBefore(awaited: Promise<void>, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted === true) return true;
  let onAbort = (): void => undefined;
  const aborted = new Promise<boolean>((resolve) => {
    onAbort = () => resolve(true);
  });
  signal?.addEventListener('abort', onAbort);
  try {
    return await Promise.race([aborted, awaited.then(() => false)]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

export interface IdempotencyFigures {
  /** Done under a new key. */
  readonly performed: number;
  /** A key that was known already. */
  readonly repeated: number;
  /** The shared receipts could not be reached, or another replica did not say how it ended. */
  readonly unavailable: number;
}

const retryAdvice = 'Send it again in a moment, with the same key.';

function unreachable(error: SharedReceiptsError): OperationError {
  return new OperationError(
    {
      code: 'engine_unavailable',
      message:
        'Whether this key was used before cannot be found out: the shared memory of keys cannot be reached. Nothing was done.',
      retryable: true,
      suggestedAction: retryAdvice,
      context: { reason: 'receipts-unreachable' },
    },
    { cause: error },
  );
}

function incomplete(): OperationError {
  return new OperationError({
    code: 'engine_unavailable',
    message:
      'Whether this key was used before is not known yet: replicas still tell the shared memory of keys what they did. Nothing was done.',
    retryable: true,
    suggestedAction: retryAdvice,
    context: { reason: 'receipts-incomplete' },
  });
}

function abortedWhileQueued(): OperationError {
  return new OperationError({
    code: 'engine_unavailable',
    message: 'Another call under the same key is under way, and this one was broken off before its turn.',
    retryable: true,
    suggestedAction: retryAdvice,
    context: { reason: 'broken-off' },
  });
}

function underWayElsewhere(): OperationError {
  return new OperationError({
    code: 'engine_unavailable',
    message:
      'Another replica has begun what this key stands for, and has not said how it ended. Nothing was done here.',
    retryable: true,
    suggestedAction: retryAdvice,
    context: { reason: 'under-way-elsewhere' },
  });
}

function keptElsewhere({ run }: Receipt): OperationError {
  return new OperationError({
    code: 'engine_unavailable',
    message: `This was done under the same key at another replica, which keeps the run “${run}”. Nothing was done here.`,
    retryable: true,
    suggestedAction:
      'Send it again with the same key until it comes to that replica, or ask that one for the run.',
    context: { run, reason: 'kept-elsewhere' },
  });
}
