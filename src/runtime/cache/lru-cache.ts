/**
 * Keeps recently used entries, up to a limit of their number or of their total weight. It has two generations, and drops the
 * older one when both are full: moving a single entry at each use would cost more than finding it.
 */
export class LruCache<Value> {
  readonly #maxWeight: number;
  readonly #weightOf: (value: Value) => number;
  #newer = new Generation<Value>();
  #older = new Generation<Value>();

  constructor(maxWeight: number, weightOf: (value: Value) => number = () => 1) {
    this.#maxWeight = maxWeight;
    this.#weightOf = weightOf;
  }

  get size(): number {
    return this.#newer.entries.size + this.#older.entries.size;
  }

  get(key: string): Value | undefined {
    const found = this.#newer.entries.get(key);
    if (found !== undefined) return found.value;
    const older = this.#older.remove(key);
    if (older !== undefined) this.#add(key, older);
    return older?.value;
  }

  set(key: string, value: Value): void {
    this.#older.remove(key);
    this.#add(key, { value, weight: this.#weightOf(value) });
  }

  delete(key: string): void {
    this.#newer.remove(key);
    this.#older.remove(key);
  }

  clear(): void {
    this.#newer = new Generation();
    this.#older = new Generation();
  }

  #add(key: string, entry: Entry<Value>): void {
    this.#newer.add(key, entry);
    if (this.#newer.weight + this.#older.weight > this.#maxWeight) this.#older = new Generation();
    if (this.#newer.weight > this.#maxWeight) this.#newer = new Generation();
    if (this.#newer.weight <= this.#maxWeight / 2) return;
    this.#older = this.#newer;
    this.#newer = new Generation();
  }
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

class Generation<Value> {
  readonly entries = new Map<string, Entry<Value>>();
  weight = 0;

  add(key: string, entry: Entry<Value>): void {
    this.weight += entry.weight - (this.entries.get(key)?.weight ?? 0);
    this.entries.set(key, entry);
  }

  remove(key: string): Entry<Value> | undefined {
    const found = this.entries.get(key);
    if (found === undefined) return undefined;
    this.entries.delete(key);
    this.weight -= found.weight;
    return found;
  }
}
