/** A queue of ids, lowest first, each once. Ids are nearly always added in ascending order. */
export class IdQueue {
  #ids: number[] | null = null;

  get size(): number {
    return this.#ids === null ? 0 : this.#ids.length;
  }

  get lowest(): number {
    return this.#ids![0]!;
  }

  /** In ascending order. */
  get all(): readonly number[] {
    return this.#ids ?? none;
  }

  add(id: number): void {
    this.#ids ??= [];
    const ids = this.#ids;
    const last = ids.length === 0 ? -1 : ids[ids.length - 1]!;
    if (id === last) return;
    if (id > last) ids.push(id);
    else insertOnce(ids, id);
  }

  take(): number {
    return this.#ids!.shift()!;
  }

  clear(): void {
    this.#ids = null;
  }
}

const none: readonly number[] = [];

const insertOnce = (ids: number[], id: number): void => {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  if (ids[low] !== id) ids.splice(low, 0, id);
};
