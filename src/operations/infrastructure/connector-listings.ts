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
  /** Changes whenever the operations that a tenant may call change, as far as known. */
  edition(tenant: string): string;
  /** Operations that a program calls and that no connector, or more than one, offers, as far as known. */
  missingIn(tenant: string, program: Program): readonly string[];
  /** Whether a program calls only operations that are known without asking connectors, and each is offered once. */
  isSettled(tenant: string, program: Program): boolean;
  /** The operations of all connectors of a tenant that have answered. */
  knownTo(tenant: string): KnownOperations;
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
  /** Default: no tenant has connectors of its own. */
  readonly tenants?: TenantListings;
  readonly clock: Clock;
}

/** The operations of connectors that one tenant has, which are known without asking. */
export interface TenantListings {
  /** The same object as long as nothing has changed. */
  listed(tenant: string): TenantListing;
}

export interface TenantListing {
  readonly edition: string;
  readonly offered: readonly (readonly [connector: string, operations: readonly ConnectorOperation[]])[];
}

const noListing: TenantListing = { edition: '', offered: [] };

export async function openConnectorListings({
  all,
  builtIn,
  tenants = { listed: () => noListing },
  clock,
}: ConnectorListingsOptions): Promise<ConnectorListings> {
  const listings = new KnownListings(all, new Set(builtIn.map(({ name }) => name)), tenants, clock);
  for (const connector of builtIn) await listings.readListing(connector);
  return listings;
}

type Offered = ReadonlyMap<string, ConnectorOperation>;

/** Everything that is made of them stays, then. */
const isSame = (before: readonly ConnectorOperation[], after: readonly ConnectorOperation[]): boolean =>
  before.length === after.length &&
  before.length > 0 &&
  after.every((each, at) => each === before[at] || JSON.stringify(each) === JSON.stringify(before[at]));

class KnownListings implements ConnectorListings {
  readonly #connectors: readonly Connector[];
  readonly #builtIn: ReadonlySet<string>;
  readonly #tenants: TenantListings;
  readonly #clock: Clock;
  /** By connector: those that have answered. */
  readonly #known = new Map<string, Offered>();
  #asking: Promise<unknown> | undefined;
  #hasBegun = false;
  #edition = '0';
  #operations = createKnownOperations({ offered: [], isComplete: false });
  /** With those of a tenant. */
  #joined = new WeakMap<TenantListing, KnownOperations>();
  /** Cached, because lists check many programs repeatedly. */
  readonly #asked = new WeakMap<Program, AskedOperations>();

  constructor(
    connectors: readonly Connector[],
    builtIn: ReadonlySet<string>,
    tenants: TenantListings,
    clock: Clock,
  ) {
    this.#connectors = connectors;
    this.#builtIn = builtIn;
    this.#tenants = tenants;
    this.#clock = clock;
  }

  edition(tenant: string): string {
    const { edition } = this.#tenants.listed(tenant);
    return edition === '' ? this.#edition : `${this.#edition}${edition}`;
  }

  missingIn(tenant: string, program: Program): readonly string[] {
    const { bare, exact } = this.#askedBy(program);
    const { find, offeredBy } = this.#operations;
    const unknownBare = [...bare].filter((name) => find(name) === undefined || offeredBy(name).length > 1);
    const unknownExact = exact.filter(([connector, operation]) => this.#lacks(tenant, connector, operation));
    return [...new Set([...unknownBare, ...unknownExact.map((named) => named.join('.'))])].sort();
  }

  isSettled(tenant: string, program: Program): boolean {
    const { bare, exact } = this.#askedBy(program);
    const connectors = [
      ...exact.map(([connector]) => connector),
      ...[...bare].flatMap(this.#operations.offeredBy),
    ];
    return (
      this.missingIn(tenant, program).length === 0 && connectors.every((name) => this.#builtIn.has(name))
    );
  }

  knownTo(tenant: string): KnownOperations {
    const listing = this.#tenants.listed(tenant);
    if (listing.offered.length === 0) return this.#operations;
    const known =
      this.#joined.get(listing) ??
      createKnownOperations({ ...this.#operations.data, exact: listing.offered });
    this.#joined.set(listing, known);
    return known;
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
    if (isSame([...(this.#known.get(connector.name)?.values() ?? [])], operations)) return;
    this.#known.set(connector.name, new Map(operations.map((each) => [each.name, each])));
    const offered = this.#connectors.flatMap(({ name }) => {
      const found = this.#known.get(name);
      return found === undefined ? [] : [[name, [...found.values()]] as const];
    });
    this.#operations = createKnownOperations({
      offered,
      isComplete: offered.length === this.#connectors.length,
    });
    this.#joined = new WeakMap();
    const listed = [...this.#known].map(([name, offered]) => [name, ...[...offered.keys()].sort()]);
    this.#edition = createHash('sha256').update(JSON.stringify(listed.sort())).digest('hex').slice(0, 16);
  }

  #askedBy(program: Program): AskedOperations {
    const asked = this.#asked.get(program) ?? operationsOfProgram(program);
    this.#asked.set(program, asked);
    return asked;
  }

  #lacks(tenant: string, connector: string, operation: string): boolean {
    const isOf = ([name]: readonly [string, unknown]): boolean => name === connector;
    const isListed = this.#known.has(connector) || this.#tenants.listed(tenant).offered.some(isOf);
    if (isListed) return this.knownTo(tenant).find(`${connector}.${operation}`) === undefined;
    return !this.#connectors.some(({ name }) => name === connector);
  }
}
