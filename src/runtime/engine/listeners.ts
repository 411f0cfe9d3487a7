/** Listeners that wait for updates, by topic. */

/** `undefined`: no more updates follow. */
type Listener<Update> = (update: Update | undefined) => void;

export interface Watch<Update> {
  /** `undefined` if the signal was aborted, or the watch cancelled, before a sufficient update. */
  readonly update: Promise<Update | undefined>;
  readonly cancel: () => void;
}

export class Listeners<Update> {
  readonly #waiting = new Map<string, Set<Listener<Update>>>();

  notify(key: string, update: Update): void {
    for (const listener of this.#waiting.get(key) ?? []) listener(update);
  }

  /** Ends all waiting. */
  close(): void {
    for (const listeners of [...this.#waiting.values()])
      for (const listener of [...listeners]) listener(undefined);
  }

  watch(
    key: string,
    signal?: AbortSignal,
    isEnough: (update: Update) => boolean = () => true,
  ): Watch<Update> {
    let cancel = (): void => {};
    const update = new Promise<Update | undefined>((resolve) => {
      const listeners = this.#waiting.get(key) ?? new Set<Listener<Update>>();
      const end = (received: Update | undefined): void => {
        signal?.removeEventListener('abort', giveUp);
        listeners.delete(listener);
        if (listeners.size === 0 && this.#waiting.get(key) === listeners) this.#waiting.delete(key);
        resolve(received);
      };
      const giveUp = (): void => end(undefined);
      const listener: Listener<Update> = (received) => {
        if (received === undefined || isEnough(received)) end(received);
      };
      listeners.add(listener);
      this.#waiting.set(key, listeners);
      signal?.addEventListener('abort', giveUp);
      cancel = giveUp;
    });
    if (signal?.aborted === true) cancel();
    return { update, cancel };
  }
}
