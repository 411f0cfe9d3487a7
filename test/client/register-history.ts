/**
 * The history of one session whose state several writers replace and delete while others read it. A reader may see the
 * previous state or a state whose write had begun, never one that had already been replaced.
 */

interface Span {
  readonly begun: number;
  /** `undefined` while it lasts. */
  ended?: number;
}

interface Write extends Span {
  /** `undefined`: a deletion. */
  readonly content: string | undefined;
}

export class RegisterHistory {
  #time = 0;
  readonly #writes: Write[] = [{ content: undefined, begun: 0, ended: 0 }];

  async write(content: string | undefined, act: () => Promise<void>): Promise<void> {
    const write: Write = { content, begun: ++this.#time };
    this.#writes.push(write);
    await act();
    write.ended = ++this.#time;
  }

  /** @returns what is wrong with the state that was read; empty if nothing is */
  async read(act: () => Promise<string | undefined>): Promise<string> {
    const begun = ++this.#time;
    const content = await act();
    const sources = this.#writes.filter((write) => write.content === content);
    if (sources.length === 0) return `This was never written: ${content}`;
    const isReplaced = ({ ended = Number.POSITIVE_INFINITY }: Span): boolean =>
      this.#writes.some((later) => later.begun > ended && (later.ended ?? Number.POSITIVE_INFINITY) < begun);
    return sources.every(isReplaced) ? `This had been replaced before: ${content}` : '';
  }
}
