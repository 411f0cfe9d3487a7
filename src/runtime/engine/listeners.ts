/** Those who wait for news, by what the news is about. */

/** Undefined: there will be no more news. */
type Call<News> = (news: News | undefined) => void;

export interface Watch<News> {
  /** Undefined when the signal was aborted, or the watch cancelled, before there was any that is enough. */
  readonly news: Promise<News | undefined>;
  readonly cancel: () => void;
}

export class Listeners<News> {
  readonly #waiting = new Map<string, Set<Call<News>>>();

  tell(key: string, news: News): void {
    for (const call of this.#waiting.get(key) ?? []) call(news);
  }

  /** Nobody waits any longer. */
  close(): void {
    for (const calls of [...this.#waiting.values()]) for (const call of [...calls]) call(undefined);
  }

  watch(key: string, signal: AbortSignal, isEnough: (news: News) => boolean = () => true): Watch<News> {
    let cancel = (): void => {};
    const news = new Promise<News | undefined>((resolve) => {
      const calls = this.#waiting.get(key) ?? new Set<Call<News>>();
      const end = (told: News | undefined): void => {
        signal.removeEventListener('abort', giveUp);
        calls.delete(call);
        if (calls.size === 0 && this.#waiting.get(key) === calls) this.#waiting.delete(key);
        resolve(told);
      };
      const giveUp = (): void => end(undefined);
      const call: Call<News> = (told) => {
        if (told === undefined || isEnough(told)) end(told);
      };
      calls.add(call);
      this.#waiting.set(key, calls);
      signal.addEventListener('abort', giveUp);
      cancel = giveUp;
    });
    if (signal.aborted) cancel();
    return { news, cancel };
  }
}
