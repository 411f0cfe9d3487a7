/**
 * A queue that serves tenants in turn, and the runs of a tenant in turn: a busy tenant does not delay the others
 * [R4.1].
 */
export class FairQueue<Item> {
  /** Insertion order is the order of service: a tenant that was served moves to the end. */
  readonly #tenants = new Map<string, Map<string, Item[]>>();
  readonly #sizes = new Map<string, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(tenant: string): number {
    return this.#sizes.get(tenant) ?? 0;
  }

  add(tenant: string, run: string, item: Item): void {
    const runs = getOrCreate(this.#tenants, tenant, () => new Map<string, Item[]>());
    getOrCreate(runs, run, (): Item[] => []).push(item);
    this.#count(tenant, 1);
  }

  /** The next item in turn, of a run that may be served. */
  take(mayServe: (tenant: string, run: string) => boolean = () => true): Item | undefined {
    for (const [tenant, runs] of this.#tenants) {
      for (const [run, items] of runs) {
        if (!mayServe(tenant, run)) continue;
        const item = items.shift();
        runs.delete(run);
        if (items.length > 0) runs.set(run, items);
        this.#tenants.delete(tenant);
        if (runs.size > 0) this.#tenants.set(tenant, runs);
        this.#count(tenant, -1);
        return item;
      }
    }
    return undefined;
  }

  #count(tenant: string, change: number): void {
    this.#size += change;
    const size = this.sizeOf(tenant) + change;
    if (size === 0) this.#sizes.delete(tenant);
    else this.#sizes.set(tenant, size);
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
