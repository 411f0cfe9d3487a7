/**
 * Remembers work items that a user declined to answer through a task, so that they are not asked again. Limited to
 * the latest.
 */
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
