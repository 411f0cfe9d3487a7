/** Waits as part of a call. */
import type { Clock } from '../../runtime/index.ts';

/** @returns false if it was aborted */
export function waitFor(clock: Clock, time: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const cancel = (): void => {
      cancelTimer();
      resolve(false);
    };
    const cancelTimer = clock.at(clock.now() + time, () => {
      signal.removeEventListener('abort', cancel);
      resolve(true);
    });
    signal.addEventListener('abort', cancel, { once: true });
  });
}
