/** Counts what random rounds met, so that a test can say that it met enough. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(kind: string, count = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  /** Kinds that were seen less often than expected, each with its count: none of them, if the test met enough. */
  below(least: Readonly<Record<string, number>>): readonly string[] {
    return Object.entries(least).flatMap(([kind, count]) => {
      const seen = this.#counts.get(kind) ?? 0;
      return seen < count ? [`${kind}: ${seen} of ${count}`] : [];
    });
  }
}
