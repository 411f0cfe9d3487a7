/** Work items that a human declined to answer through a task: they are not put to them again. The last ones are known. */
const maxKnown = 10_000;

export class DeclinedItems {
  readonly #items = new Set<string>();

  add(item: string): void {
    this.#items.add(item);
    for (const old of this.#items) {
      if (this.#items.size <= maxKnown) break;
      this.#items.delete(old);
    }
  }

  has(item: string): boolean {
    return this.#items.has(item);
  }
}
