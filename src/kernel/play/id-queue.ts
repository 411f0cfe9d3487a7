/** A queue of ids, lowest first, each once. Ids are nearly always added in ascending order. */
export class IdQueue {
  #ids: number[] | null = null;
  /** Those before it were taken: moving all others for each of them would be quadratic. */
  #first = 0;

  get size(): number {
    return this.#ids === null ? 0 : this.#ids.length - this.#first;
  }

  get lowest(): number {
    return this.#ids![this.#first]!;
  }

  /** In ascending order. */
  get all(): readonly number[] {
    if (this.#ids === null) return none;
    if (this.#first > 0) this.#ids.splice(0, this.#first);
    this.#first = 0;
    return this.#ids;
  }

  add(id: number): void {
    this.#ids ??= [];
    const ids = this.#ids;
    const last = ids.length === this.#first ? -1 : ids[ids.length - 1]!;
    if (id === last) return;
    if (id > last) ids.push(id);
    else insertOnce(ids, id, this.#first);
  }

  take(): number {
    const id = this.lowest;
    this.#first += 1;
    if (this.size === 0) this.clear();
    return id;
  }

  clear(): void {
    this.#ids = null;
    this.#first = 0;
  }
}

const none: readonly number[] = [];

const insertOnce = (ids: number[], id: number, from: number): void => {
  let low = from;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  if (ids[low] !== id) ids.splice(low, 0, id);
};
