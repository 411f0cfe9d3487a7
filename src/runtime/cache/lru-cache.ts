/** Keeps the most recently used entries, up to a limit of their number or of their total weight. */
export class LruCache<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #maxWeight: number;
  readonly #weightOf: (value: Value) => number;
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
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const found = this.#entries.get(key);
    if (found === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(found);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
