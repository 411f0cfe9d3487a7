/**
 * Keeps recently used entries, up to a limit of their number or of their total weight. A use only marks its entry, because moving
 * the entry would cost more than finding it: when room is needed, the oldest entry is dropped, or gives its mark for a place at
 * the end.
 */
export class LruCache<Value> {
  readonly #maxWeight: number;
  readonly #weightOf: (value: Value) => number;
  #entries = new Map<string, Entry<Value>>();
  /** Also comes to entries that are added later. */
  #oldest = this.#entries.keys();
  #weight = 0;

  constructor(maxWeight: number, weightOf: (value: Value) => number = () => 1) {
    this.#maxWeight = maxWeight;
    this.#weightOf = weightOf;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    found.isUsed = true;
    return found.value;
  }

  set(key: string, value: Value): void {
    const weight = this.#weightOf(value);
    if (weight > this.#maxWeight) {
      this.delete(key);
      return;
    }
    this.#weight += weight - (this.#entries.get(key)?.weight ?? 0);
    this.#entries.set(key, { value, weight, isUsed: false });
    while (this.#weight > this.#maxWeight) this.#dropOldest(key);
  }

  delete(key: string): void {
    const found = this.#entries.get(key);
    if (found === undefined) return;
    this.#entries.delete(key);
    this.#weight -= found.weight;
  }

  clear(): void {
    this.#entries = new Map();
    this.#oldest = this.#entries.keys();
    this.#weight = 0;
  }

  /** @param added stays */
  #dropOldest(added: string): void {
    const { value: key = added } = this.#oldest.next();
    const entry = this.#entries.get(key);
    const isKept = entry?.isUsed === true || key === added;
    if (entry === undefined || !isKept) {
      this.delete(key);
      return;
    }
    entry.isUsed = false;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  /** Since it was added, or was last the oldest. */
  isUsed: boolean;
}
