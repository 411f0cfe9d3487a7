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
import { openDeadline } from '../contract/open-deadline.ts';
import { createKnownOperations, type KnownOperations } from '../jobs/known-operations.ts';

export interface ConnectorListings {
  /** Changes whenever the known operations change. */
  readonly edition: string;
  /** Operations that a program calls and no connector offers, as far as known. */
  missingIn(program: Program): readonly string[];
  /** All operations that can be called without a connector name; `undefined` if a connector has not answered yet. */
  everything(): KnownOperations | undefined;
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
  const listings = new KnownListings(all, clock);
  for (const connector of builtIn) await listings.readListing(connector);
  return listings;
}

type Offered = ReadonlyMap<string, ConnectorOperation>;

class KnownListings implements ConnectorListings {
  readonly #connectors: readonly Connector[];
  readonly #clock: Clock;
  /** By connector: those that have answered. */
  readonly #known = new Map<string, Offered>();
  #asking: Promise<unknown> | undefined;
  #hasBegun = false;
  #edition = '0';
  #everything: KnownOperations | undefined;
  /** Cached, because lists check many programs repeatedly. */
  readonly #asked = new WeakMap<Program, AskedOperations>();

  constructor(connectors: readonly Connector[], clock: Clock) {
    this.#connectors = connectors;
    this.#clock = clock;
  }

  get edition(): string {
    return this.#edition;
  }

  missingIn(program: Program): readonly string[] {
    const { bare, exact } = this.#askedBy(program);
    const all = this.#everything;
    const unknownBare = all === undefined ? [] : [...bare].filter((name) => all.find(name) === undefined);
    const unknownExact = exact.filter(([connector, operation]) => this.#lacks(connector, operation));
    return [...new Set([...unknownBare, ...unknownExact.map((named) => named.join('.'))])].sort();
  }

  everything(): KnownOperations | undefined {
    return this.#everything;
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
    this.#everything = this.#gather();
    const listed = [...this.#known].map(([name, offered]) => [name, ...[...offered.keys()].sort()]);
    this.#edition = createHash('sha256').update(JSON.stringify(listed.sort())).digest('hex').slice(0, 16);
  }

  #gather(): KnownOperations | undefined {
    if (this.#connectors.some(({ name }) => !this.#known.has(name))) return undefined;
    const known = [...this.#known.values()].flatMap((each) => [...each]);
    return createKnownOperations({ known, closed: null });
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
