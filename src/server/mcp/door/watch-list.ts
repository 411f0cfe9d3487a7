/** Resources that one client wants to hear of, one by one (2025). */
const mostWatched = 1_000;
const longestUri = 2_000;

export class WatchList {
  readonly #uris: Set<string>;
  readonly #changed: (uris: readonly string[]) => void;

  constructor(uris: readonly string[] = [], changed: (uris: readonly string[]) => void = () => {}) {
    this.#uris = new Set(uris);
    this.#changed = changed;
  }

  has(uri: string): boolean {
    return this.#uris.has(uri);
  }

  /** @returns false where it cannot be remembered */
  add(uri: string): boolean {
    if (this.#uris.has(uri)) return true;
    if (this.#uris.size >= mostWatched || uri.length > longestUri) return false;
    this.#uris.add(uri);
    this.#changed([...this.#uris]);
    return true;
  }

  delete(uri: string): void {
    if (this.#uris.delete(uri)) this.#changed([...this.#uris]);
  }
}
