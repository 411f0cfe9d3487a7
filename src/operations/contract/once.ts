/**
 * Orders with a key happen once [F2.1]: of those under the same key one is performed at a time, and where replicas share
 * receipts none is performed that another replica has done, or has under way [F2.4]. What was done is in the store: the
 * operation itself finds its receipt there.
 */
import {
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
import { isOwnKey } from './own-key.ts';

export interface OnceOptions {
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
  perform(along: Along): Promise<Output>;
}

/** What is told to whoever does it. */
export interface Along {
  /**
   * To be called when it is durable, before anything is waited for: whoever sends the same again then need not wait for
   * that, too.
   */
  readonly onDurable?: () => Promise<void>;
  /** It was done at another replica, and this is all that is known of it here. */
  readonly elsewhere?: Receipt;
}

/** How long somebody waits for what another replica has under way, and how often that is asked, in milliseconds. */
const patience = 5_000;
const pause = 50;

export class Once {
  readonly #options: OnceOptions;
  /** The last call under each key: the next one comes after it. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #figures = { performed: 0, repeated: 0, unavailable: 0 };

  constructor(options: OnceOptions) {
    this.#options = options;
  }

  /** What became of orders with a key in this process. */
  figures(): OnceFigures {
    return { ...this.#figures };
  }

  /** Rejects with what the work throws, and with OperationError. */
  perform<Output>(work: KeyedWork<Output>): Promise<Output> {
    const { tenant, subject, operation, key } = work.key;
    return this.#inTurn(JSON.stringify([tenant, subject, operation, key]), (end) => this.#perform(work, end));
  }

  /** @param work calls back when the next one may come, at the latest when it has ended */
  async #inTurn<Result>(name: string, work: (end: () => void) => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(name);
    let end = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#turns.set(name, turn);
    try {
      await before;
      return await work(end);
    } finally {
      end();
      if (this.#turns.get(name) === turn) this.#turns.delete(name);
    }
  }

  async #perform<Output>(work: KeyedWork<Output>, end: () => void): Promise<Output> {
    const { shared } = this.#options;
    const isKnown = (await this.#find(work.key)) !== undefined;
    if (!isKnown && shared !== undefined && !isOwnKey(work.key.key)) {
      return this.#performShared(shared, work, end);
    }
    const output = await work.perform({ onDurable: async () => end() });
    this.#figures[isKnown ? 'repeated' : 'performed'] += 1;
    return output;
  }

  async #performShared<Output>(
    shared: SharedReceipts,
    work: KeyedWork<Output>,
    end: () => void,
  ): Promise<Output> {
    const claimed = await this.#claim(shared, work.key);
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

  async #claim(shared: SharedReceipts, key: ReceiptKey): Promise<Claim> {
    const { clock } = this.#options;
    const until = clock.now() + patience;
    for (;;) {
      const claimed = await shared.claim(key).catch((error: unknown) => this.#refuse(error));
      if (claimed.kind !== 'elsewhere') return claimed;
      if (clock.now() >= until) return this.#refuse(undefined);
      await new Promise<void>((resolve) => void clock.at(clock.now() + pause, resolve));
    }
  }

  #refuse(error: unknown): never {
    if (error !== undefined && !(error instanceof SharedReceiptsError)) throw error;
    this.#figures.unavailable += 1;
    throw error === undefined ? underWayElsewhere() : unreachable(error);
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

type Claim = Exclude<Awaited<ReturnType<SharedReceipts['claim']>>, { readonly kind: 'elsewhere' }>;

export interface OnceFigures {
  /** Done under a new key. */
  readonly performed: number;
  /** A key that was known already. */
  readonly repeated: number;
  /** The shared receipts could not be reached, or another replica did not say how it ended. */
  readonly unavailable: number;
}

const again = 'Send it again in a moment, with the same key.';

function unreachable(error: SharedReceiptsError): OperationError {
  return new OperationError(
    {
      code: 'engine_unavailable',
      message: `Whether this key was used before cannot be found out: ${error.message} Nothing was done.`,
      retryable: true,
      suggestedAction: again,
      context: { reason: 'receipts-unreachable' },
    },
    { cause: error },
  );
}

function underWayElsewhere(): OperationError {
  return new OperationError({
    code: 'engine_unavailable',
    message:
      'Another replica has begun what this key stands for, and has not said how it ended. Nothing was done here.',
    retryable: true,
    suggestedAction: again,
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
