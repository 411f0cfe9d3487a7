/**
 * Hands calls to their connectors: at most so many at once per connector and per run, tenants and runs in turn [R4.1].
 * Knows every call from the moment it is handed over until what became of it is in the journal.
 */
import type { Failure, Json, Payload } from '../../kernel/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Call, CallOutcome, Connector } from '../ports/connector.ts';
import { checkOutcome } from './check-outcome.ts';
import { FairQueue } from './fair-queue.ts';
import { runKey } from './run-key.ts';

/** A call that the journal asks for. */
export interface CallOrder {
  readonly tenant: string;
  readonly run: string;
  readonly workflow: string;
  readonly task: string;
  readonly instance: number;
  readonly attempt: number;
  readonly connector: string;
  readonly operation: string;
  readonly input: Payload;
  /** The instance whose work it undoes; 0 for ordinary work. */
  readonly undoes: number;
}

export type CallName = Pick<CallOrder, 'tenant' | 'run' | 'instance' | 'attempt'>;

export interface CallDeskOptions {
  readonly find: (connector: string) => Connector | undefined;
  readonly unstow: (tenant: string, payload: Payload) => Promise<Json>;
  readonly answer: (order: CallOrder, outcome: CallOutcome) => void;
  readonly callsPerRun: number;
  readonly clock: Clock;
  /** Hides known secrets. */
  readonly hide: (value: Json) => Json;
  readonly report: (message: string, cause: unknown) => void;
}

interface KnownCall {
  readonly order: CallOrder;
  readonly abort: AbortController;
  isWaiting: boolean;
  /** Goes on as if nobody knew what became of it. */
  giveUp: () => void;
}

/** How long a connector may take to end a call that nobody wants any more. */
const graceOfAborted = 10_000;
const pauseOfStore = 500;

interface Lane {
  readonly waiting: FairQueue<CallOrder>;
  active: number;
}

export class CallDesk {
  readonly #options: CallDeskOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #activeOfRun = new Map<string, number>();
  readonly #known = new Map<string, KnownCall>();
  #waiting = 0;
  #active = 0;
  #closed = false;
  #isHeld = false;
  #idle: (() => void) | undefined;

  constructor(options: CallDeskOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get active(): number {
    return this.#active;
  }

  waitingOf(tenant: string): number {
    let waiting = 0;
    for (const lane of this.#lanes.values()) waiting += lane.waiting.sizeOf(tenant);
    return waiting;
  }

  knows(call: CallName): boolean {
    return this.#known.has(nameOf(call));
  }

  add(order: CallOrder): void {
    const name = nameOf(order);
    if (this.#closed || this.#known.has(name)) return;
    this.#known.set(name, { order, abort: new AbortController(), isWaiting: true, giveUp: () => {} });
    let lane = this.#lanes.get(order.connector);
    if (lane === undefined) {
      lane = { waiting: new FairQueue(), active: 0 };
      this.#lanes.set(order.connector, lane);
    }
    lane.waiting.add(order.tenant, order.run, order);
    this.#waiting += 1;
    this.#serve(order.connector, lane);
  }

  /** Whatever comes of it is still an answer. */
  abort(call: CallName): void {
    const known = this.#known.get(nameOf(call));
    if (known === undefined) return;
    known.abort.abort();
    if (!known.isWaiting) {
      // A connector that does not let go does not keep the place for ever.
      void this.#pass(graceOfAborted).then(() => known.giveUp());
      return;
    }
    // It is passed over when its turn comes.
    known.isWaiting = false;
    this.#waiting -= 1;
    this.#options.answer(known.order, notMade);
  }

  /** What became of it is in the journal, or nobody wants to know. */
  settle(call: CallName): void {
    this.#known.delete(nameOf(call));
  }

  /** From now on no call is begun. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Resolves when none is under way, or after so many milliseconds. */
  idle(patience: number): Promise<void> {
    if (this.#active === 0) return Promise.resolve();
    const { clock } = this.#options;
    return new Promise((resolve) => {
      // An alarm that is left would keep the process alive.
      const stop = clock.at(clock.now() + patience, resolve);
      this.#idle = () => {
        stop();
        resolve();
      };
    });
  }

  /** Runs with calls that were not begun. */
  unbegun(): Iterable<Pick<CallOrder, 'tenant' | 'run'>> {
    const runs = new Map<string, Pick<CallOrder, 'tenant' | 'run'>>();
    for (const { order, isWaiting } of this.#known.values()) {
      if (isWaiting) runs.set(runKey(order.tenant, order.run), order);
    }
    return runs.values();
  }

  isUnbegun(call: CallName): boolean {
    return this.#known.get(nameOf(call))?.isWaiting === true;
  }

  /** Nothing more is performed; what is under way is left to the next start. */
  close(): void {
    this.#closed = true;
    for (const { abort } of this.#known.values()) abort.abort();
    this.#known.clear();
    this.#lanes.clear();
    this.#waiting = 0;
  }

  #serve(name: string, lane: Lane): void {
    const connector = this.#options.find(name);
    const most = connector?.concurrency ?? Number.POSITIVE_INFINITY;
    while (lane.active < most && !this.#closed && !this.#isHeld) {
      const order = lane.waiting.take((tenant, run) => this.#mayServe(runKey(tenant, run)));
      if (order === undefined) return;
      const known = this.#known.get(nameOf(order));
      if (known?.order !== order || !known.isWaiting) continue;
      known.isWaiting = false;
      this.#waiting -= 1;
      this.#begin(order, lane);
      void this.#perform(known, connector).then((outcome) => {
        this.#end(order, lane);
        if (!this.#closed) this.#options.answer(order, outcome);
        if (this.#active === 0) this.#idle?.();
        for (const [other, each] of this.#lanes) this.#serve(other, each);
      });
    }
  }

  #mayServe(key: string): boolean {
    return (this.#activeOfRun.get(key) ?? 0) < this.#options.callsPerRun;
  }

  #begin({ tenant, run }: CallOrder, lane: Lane): void {
    const key = runKey(tenant, run);
    lane.active += 1;
    this.#active += 1;
    this.#activeOfRun.set(key, (this.#activeOfRun.get(key) ?? 0) + 1);
  }

  #end({ tenant, run }: CallOrder, lane: Lane): void {
    const key = runKey(tenant, run);
    lane.active -= 1;
    this.#active -= 1;
    const left = (this.#activeOfRun.get(key) ?? 1) - 1;
    if (left === 0) this.#activeOfRun.delete(key);
    else this.#activeOfRun.set(key, left);
  }

  async #perform(known: KnownCall, connector: Connector | undefined): Promise<CallOutcome> {
    const { order, abort } = known;
    if (connector === undefined) return goneConnector(order.connector);
    const { tenant, run, workflow, task, operation, instance, attempt } = order;
    const input = await this.#input(order, abort.signal);
    if (input === undefined) return notMade;
    const call: Call = { tenant, run, workflow, task, operation, input, key: `${run}.${instance}`, attempt };
    const givenUp = new Promise<CallOutcome>((resolve) => {
      known.giveUp = () => resolve({ kind: 'unknown' });
    });
    try {
      return checkOutcome(
        await Promise.race([connector.perform(call, abort.signal), givenUp]),
        this.#options.hide,
      );
    } catch (error) {
      // A connector that throws has broken its promise: what it did is not known.
      this.#options.report(`The connector “${order.connector}” failed in an unexpected way.`, error);
      return { kind: 'unknown' };
    }
  }

  /** The call waits while the store cannot give what it needs. @returns undefined when nobody wants it any more */
  async #input({ tenant, input }: CallOrder, signal: AbortSignal): Promise<Json | undefined> {
    while (!signal.aborted) {
      try {
        return await this.#options.unstow(tenant, input);
      } catch (error) {
        this.#options.report('What a call needs cannot be read yet.', error);
        await this.#pass(pauseOfStore);
      }
    }
    return undefined;
  }

  #pass(milliseconds: number): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => void clock.at(clock.now() + milliseconds, resolve));
  }
}

const nameOf = ({ tenant, run, instance, attempt }: CallName): string =>
  `${runKey(tenant, run)}.${instance}.${attempt}`;

export const takenBack: Failure = { code: 'aborted', message: 'The call was taken back before it was made.' };

const notMade: CallOutcome = { kind: 'failed', failure: takenBack };

const goneConnector = (name: string): CallOutcome => ({
  kind: 'failed',
  failure: {
    code: 'no-connector',
    message: `There is no connector “${name}” now. Put it back into connectors.yaml, then reopen the run.`,
    retryable: false,
  },
});
