/** Resources that one client subscribed to, one by one (2025). */
const maxWatched = 1_000;
const maxUriLength = 2_000;
/** Limit of the stored list, in bytes. */
const maxBytes = 65_536;

export class WatchList {
  readonly #uris: Set<string>;
  #bytes: number;
  readonly #changed: (uris: readonly string[]) => void;

  constructor(uris: readonly string[] = [], changed: (uris: readonly string[]) => void = () => {}) {
    this.#uris = new Set(uris);
    this.#bytes = sizeOf(uris);
    this.#changed = changed;
  }

  has(uri: string): boolean {
    return this.#uris.has(uri);
  }

  /** @returns false if the list is full */
  add(uri: string): boolean {
    if (this.#uris.has(uri)) return true;
    if (this.#uris.size >= maxWatched || uri.length === 0 || uri.length > maxUriLength) return false;
    const bytes = this.#bytes + sizeOf([uri]);
    if (bytes > maxBytes) return false;
    this.#uris.add(uri);
    this.#bytes = bytes;
    this.#changed([...this.#uris]);
    return true;
  }

  delete(uri: string): void {
    if (!this.#uris.delete(uri)) return;
    this.#bytes -= sizeOf([uri]);
    this.#changed([...this.#uris]);
  }
}

const sizeOf = (uris: readonly string[]): number =>
  uris.reduce((sum, uri) => sum + Buffer.byteLength(JSON.stringify(uri)) + 1, 0);
