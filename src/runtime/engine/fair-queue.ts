/**
 * A queue that serves first the tenant that has used the least time, and the runs of a tenant in turn: a busy tenant does
 * not delay the others [R4.1].
 */
export class FairQueue<Item> {
  /** Insertion order is the order of service among equals: a tenant that was served moves to the end. */
  readonly #tenants = new Map<string, Map<string, Item[]>>();
  readonly #sizes = new Map<string, number>();
  /** Time that tenants have used, in milliseconds: from the level of the others when they became active. */
  readonly #used = new Map<string, number>();
  #size = 0;
  /** What the tenant that was served last had used: no waiting tenant had used less. */
  #level = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(tenant: string): number {
    return this.#sizes.get(tenant) ?? 0;
  }

  add(tenant: string, run: string, item: Item): void {
    // The only tenant keeps its place while nothing of it waits; another one takes it.
    if (this.#size === 0 && !this.#tenants.has(tenant)) this.#tenants.clear();
    const runs = getOrCreate(this.#tenants, tenant, () => new Map<string, Item[]>());
    getOrCreate(runs, run, (): Item[] => []).push(item);
    this.#count(tenant, 1);
  }

  /** The next item in turn, of a run that may be served. */
  take(mayServe: MayServe = {}): Item | undefined {
    let first: readonly [tenant: string, run: string] | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [tenant, runs] of this.#tenants) {
      const used = Math.max(this.#used.get(tenant) ?? 0, this.#level);
      if (used >= least || mayServe.tenant?.(tenant) === false) continue;
      const run = findFirst(runs.keys(), (each) => mayServe.run?.(tenant, each) !== false);
      if (run === undefined) continue;
      first = [tenant, run];
      least = used;
      // None has used less.
      if (used === this.#level) break;
    }
    if (first === undefined) return undefined;
    this.#level = least;
    return this.#remove(...first);
  }

  /** Counts time that a tenant has used. */
  charge(tenant: string, milliseconds: number): void {
    this.#used.set(tenant, Math.max(this.#used.get(tenant) ?? 0, this.#level) + milliseconds);
    if (this.#used.size <= maxTracked) return;
    for (const [each, used] of this.#used) if (used <= this.#level) this.#used.delete(each);
  }

  #remove(tenant: string, run: string): Item | undefined {
    const runs = this.#tenants.get(tenant);
    const items = runs?.get(run) ?? [];
    const item = items.shift();
    runs?.delete(run);
    if (items.length > 0) runs?.set(run, items);
    // The only tenant keeps its place: maps that change all the time burden the garbage collector.
    if (runs !== undefined && this.#tenants.size > 1) {
      this.#tenants.delete(tenant);
      if (runs.size > 0) this.#tenants.set(tenant, runs);
    }
    this.#count(tenant, -1);
    return item;
  }

  #count(tenant: string, change: number): void {
    this.#size += change;
    const size = this.sizeOf(tenant) + change;
    if (size === 0) this.#sizes.delete(tenant);
    else this.#sizes.set(tenant, size);
  }
}

/** Default: all. */
interface MayServe {
  readonly tenant?: (tenant: string) => boolean;
  readonly run?: (tenant: string, run: string) => boolean;
}

/** Beyond it, tenants that have used no more than the others are forgotten. */
const maxTracked = 10_000;

function findFirst<Value>(values: Iterable<Value>, isWanted: (value: Value) => boolean): Value | undefined {
  for (const value of values) if (isWanted(value)) return value;
  return undefined;
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
