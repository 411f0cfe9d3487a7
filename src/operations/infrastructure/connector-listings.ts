/**
 * Collects the operations that connectors offer, so that missing operations are reported before a run fails because of
 * them. Connectors that have not answered are treated as unknown, and callers wait for them only briefly.
 */
import { createHash } from 'node:crypto';
import type { Program } from '../../kernel/index.ts';
import type { ConnectorOperation } from '../../languages/index.ts';
import {
  type AskedOperations,
  type Clock,
  type Connector,
  operationsOfProgram,
} from '../../runtime/index.ts';
import { createKnownOperations, type KnownOperations } from '../documents/known-operations.ts';
import { openDeadline } from './open-deadline.ts';

export interface ConnectorListings {
  /** Changes whenever the known operations change. */
  readonly edition: string;
  /** Operations that a program calls and that no connector, or more than one, offers, as far as known. */
  missingIn(program: Program): readonly string[];
  /** Whether a program calls only operations that are known without asking connectors, and each is offered once. */
  isSettled(program: Program): boolean;
  /** The operations of all connectors that have answered. */
  readonly known: KnownOperations;
  /** Queries all connectors for at most this many milliseconds. Later answers are recorded, too. */
  ask(maxWaitMs: number): Promise<void>;
  /** From now on, reading workflows queries the connectors from time to time. */
  begin(): void;
  /** Queries the connectors again in the background, if refreshing has started. */
  refresh(): void;
}

export interface ConnectorListingsOptions {
  readonly all: readonly Connector[];
  /** Connectors that answer immediately. */
  readonly builtIn: readonly Connector[];
  readonly clock: Clock;
}

export async function openConnectorListings({
  all,
  builtIn,
  clock,
}: ConnectorListingsOptions): Promise<ConnectorListings> {
  const listings = new KnownListings(all, new Set(builtIn.map(({ name }) => name)), clock);
  for (const connector of builtIn) await listings.readListing(connector);
  return listings;
}

type Offered = ReadonlyMap<string, ConnectorOperation>;

class KnownListings implements ConnectorListings {
  readonly #connectors: readonly Connector[];
  readonly #builtIn: ReadonlySet<string>;
  readonly #clock: Clock;
  /** By connector: those that have answered. */
  readonly #known = new Map<string, Offered>();
  #asking: Promise<unknown> | undefined;
  #hasBegun = false;
  #edition = '0';
  #operations = createKnownOperations({ offered: [], isComplete: false });
  /** Cached, because lists check many programs repeatedly. */
  readonly #asked = new WeakMap<Program, AskedOperations>();

  constructor(connectors: readonly Connector[], builtIn: ReadonlySet<string>, clock: Clock) {
    this.#connectors = connectors;
    this.#builtIn = builtIn;
    this.#clock = clock;
  }

  get edition(): string {
    return this.#edition;
  }

  missingIn(program: Program): readonly string[] {
    const { bare, exact } = this.#askedBy(program);
    const { find, offeredBy } = this.#operations;
    const unknownBare = [...bare].filter((name) => find(name) === undefined || offeredBy(name).length > 1);
    const unknownExact = exact.filter(([connector, operation]) => this.#lacks(connector, operation));
    return [...new Set([...unknownBare, ...unknownExact.map((named) => named.join('.'))])].sort();
  }

  isSettled(program: Program): boolean {
    const { bare, exact } = this.#askedBy(program);
    const connectors = [
      ...exact.map(([connector]) => connector),
      ...[...bare].flatMap(this.#operations.offeredBy),
    ];
    return this.missingIn(program).length === 0 && connectors.every((name) => this.#builtIn.has(name));
  }

  get known(): KnownOperations {
    return this.#operations;
  }

  async ask(maxWaitMs: number): Promise<void> {
    this.#asking ??= Promise.allSettled(this.#connectors.map((each) => this.readListing(each))).finally(
      () => {
        this.#asking = undefined;
      },
    );
    const { signal, end } = openDeadline(this.#clock, maxWaitMs);
    const over = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await Promise.race([this.#asking, over]);
    end();
  }

  begin(): void {
    // Every change wakes the app.
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.refresh();
  }

  refresh(): void {
    if (this.#hasBegun) void this.ask(0);
  }

  async readListing(connector: Connector): Promise<void> {
    const operations = await connector.operations();
    // An empty list may mean that it is not connected.
    if (operations.length === 0 && (await connector.health()).state !== 'ready') return;
    this.#known.set(connector.name, new Map(operations.map((each) => [each.name, each])));
    const offered = this.#connectors.flatMap(({ name }) => {
      const found = this.#known.get(name);
      return found === undefined ? [] : [[name, [...found.values()]] as const];
    });
    this.#operations = createKnownOperations({
      offered,
      isComplete: offered.length === this.#connectors.length,
    });
    const listed = [...this.#known].map(([name, offered]) => [name, ...[...offered.keys()].sort()]);
    this.#edition = createHash('sha256').update(JSON.stringify(listed.sort())).digest('hex').slice(0, 16);
  }

  #askedBy(program: Program): AskedOperations {
    const asked = this.#asked.get(program) ?? operationsOfProgram(program);
    this.#asked.set(program, asked);
    return asked;
  }

  #lacks(connector: string, operation: string): boolean {
    if (!this.#connectors.some(({ name }) => name === connector)) return true;
    return this.#known.get(connector)?.has(operation) === false;
  }
}
