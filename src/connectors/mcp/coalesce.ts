/** Runs work on request: one at a time, and however often it is requested meanwhile, once more after that. */
import type { Clock } from '../../runtime/index.ts';

export interface Coalesced {
  request(): void;
  /** Nothing starts from now on. */
  stop(): void;
}

/** @param interval milliseconds between the starts of two */
export function coalesce(work: () => Promise<void>, interval: number, clock: Clock): Coalesced {
  let isWanted = false;
  let isBusy = false;
  let next = Number.NEGATIVE_INFINITY;
  let cancel = (): void => {};
  const waitUntilNext = (): Promise<void> =>
    new Promise((resolve) => {
      if (clock.now() >= next) resolve();
      else cancel = clock.at(next, resolve);
    });
  const runAll = async (): Promise<void> => {
    isBusy = true;
    while (isWanted) {
      await waitUntilNext();
      isWanted = false;
      next = clock.now() + interval;
      await work();
    }
    isBusy = false;
  };
  return {
    request() {
      isWanted = true;
      if (!isBusy) void runAll();
    },
    stop() {
      isBusy = true;
      isWanted = false;
      cancel();
    },
  };
}
