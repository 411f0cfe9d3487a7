/**
 * Performs requests with an idempotency key once [F2.1]. Requests under the same key run one at a time. If replicas share
 * receipts, a request that another replica has performed, or is performing, is not performed again [F2.4]. The store
 * holds the receipts: the operation itself finds its receipt there.
 */
import { phrase } from '../../languages/index.ts';
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
  /** Default: only the store is asked. */
  readonly shared?: SharedReceipts | undefined;
}

/** A request that is performed once. */
export interface KeyedWork<Output> {
  readonly key: ReceiptKey;
  /** Hash of the input. */
  readonly hash: () => string;
  /** It can answer from a receipt of another replica alone, and compares its input with that receipt itself. */
  readonly answersFromReceipt: boolean;
  /** Aborted when no caller waits any more. Started work continues. */
  readonly signal?: AbortSignal | undefined;
  perform(extras: CallExtras): Promise<Output>;
}

/** What the work receives. */
export interface CallExtras {
  /**
   * Must be called when the result is durable, before the work waits for anything else. A repeated request then does not
   * wait for that, too.
   */
  readonly onDurable?: () => Promise<void>;
  /** Must be called when the request turns out to be done already. */
  readonly onRepeated?: () => void;
  /** The receipt of another replica that performed the request: all that is known of it here. */
  readonly elsewhere?: Receipt;
}

/**
 * How long a caller waits for a request that another replica is performing, and the pauses between polls, in
 * milliseconds. The pauses grow.
 */
const maxWaitMs = 5_000;
const minPause = 50;
const maxPause = 400;

export class IdempotencyGuard {
  readonly #options: IdempotencyGuardOptions;
  /** The last call under each key. The next one runs after it. */
  readonly #lastCalls = new Map<string, Promise<void>>();
  readonly #figures = { performed: 0, repeated: 0, unavailable: 0 };

  constructor(options: IdempotencyGuardOptions) {
    this.#options = options;
  }

  /** Counts the outcomes of requests with a key in this process. */
  figures(): IdempotencyFigures {
    return { ...this.#figures };
  }

  /** Rejects with the error of the work, or with OperationError. */
  perform<Output>(work: KeyedWork<Output>): Promise<Output> {
    const { tenant, subject, operation, key } = work.key;
    const until = this.#options.clock.now() + maxWaitMs;
    return this.#serialize(JSON.stringify([tenant, subject, operation, key]), work.signal, (end) =>
      this.#perform(work, until, end),
    );
  }

  /** @param work calls back when the next call may start, at the latest when it has ended */
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
    // A call that is aborted before its turn does not let later calls overtake earlier ones.
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
    if (shared === undefined || isInternalKey(work.key.key) || (await this.#find(work.key)) !== undefined) {
      return this.#performHere(work, async () => end());
    }
    const claimed = await this.#claim(shared, work, until);
    if (claimed.kind === 'done') return this.#answerElsewhere(work, claimed.receipt);
    let settled: Promise<void> | undefined;
    const settle = (): Promise<void> => {
      settled ??= this.#settle(shared, work.key).finally(end);
      return settled;
    };
    try {
      return await this.#performHere(work, settle);
    } finally {
      await settle();
    }
  }

  async #performHere<Output>(work: KeyedWork<Output>, onDurable: () => Promise<void>): Promise<Output> {
    let outcome: 'performed' | 'repeated' = 'performed';
    const onRepeated = (): void => {
      outcome = 'repeated';
    };
    const output = await work.perform({ onDurable, onRepeated });
    this.#figures[outcome] += 1;
    return output;
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

  /** The work stays done even if the other replicas cannot be notified now. */
  async #settle(shared: SharedReceipts, key: ReceiptKey): Promise<void> {
    try {
      const receipt = await this.#find(key);
      await (receipt === undefined ? shared.release(key) : shared.keep(receipt));
    } catch (error) {
      shared.leave(key);
      if (!(error instanceof SharedReceiptsError) && !(error instanceof StoreError)) throw error;
    }
  }

  /** Only the shared receipts have it: the run is at the replica that performed the request. */
  #answerElsewhere<Output>(work: KeyedWork<Output>, receipt: Receipt): Promise<Output> {
    this.#figures.repeated += 1;
    if (work.answersFromReceipt) return work.perform({ elsewhere: receipt });
    throw receipt.input === work.hash() ? keptElsewhere(receipt) : keyConflict();
  }
}

type Claim = Extract<Claimed, { readonly kind: 'claimed' | 'done' }>;

/** @returns whether the caller aborted before it happened */
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
  /** Performed under a new key. */
  readonly performed: number;
  /** The key was already used. */
  readonly repeated: number;
  /** The shared receipts could not be reached, or another replica did not report the outcome. */
  readonly unavailable: number;
}

const retryAdvice = 'Send it again shortly, with the same key.';

function unreachable(error: SharedReceiptsError): OperationError {
  return new OperationError(
    {
      code: 'engine_unavailable',
      message:
        'The shared store of idempotency keys cannot be reached, so it is unknown whether this key was used before. Nothing was done.',
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
      'Replicas are still restoring the shared store of idempotency keys, so it is unknown whether this key was used before. Nothing was done.',
    retryable: true,
    suggestedAction: retryAdvice,
    context: { reason: 'receipts-incomplete' },
  });
}

function abortedWhileQueued(): OperationError {
  return new OperationError({
    code: 'engine_unavailable',
    message: 'Another call under the same key is in progress, and this one was aborted before its turn.',
    retryable: true,
    suggestedAction: retryAdvice,
    context: { reason: 'broken-off' },
  });
}

function underWayElsewhere(): OperationError {
  return new OperationError({
    code: 'engine_unavailable',
    message:
      'Another replica has started the request of this key, and has not reported the outcome. Nothing was done here.',
    retryable: true,
    suggestedAction: retryAdvice,
    context: { reason: 'under-way-elsewhere' },
  });
}

function keptElsewhere({ run }: Receipt): OperationError {
  return new OperationError({
    code: 'engine_unavailable',
    message: phrase`Another replica performed the request of this key, and has the ${{ noun: 'run' }} “${run}”. Nothing was done here.`,
    retryable: true,
    suggestedAction: phrase`Send it again with the same key until it reaches that replica, or read the ${{ noun: 'run' }} from that replica.`,
    context: { run, reason: 'kept-elsewhere' },
  });
}
