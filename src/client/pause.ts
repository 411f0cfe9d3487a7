import { followSignal } from './follow-signal.ts';

/** @param signal ends it early, with its reason */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const timer = setTimeout(() => {
      unfollow?.();
      resolve();
    }, ms);
    const unfollow =
      signal === undefined
        ? undefined
        : followSignal(signal, () => {
            clearTimeout(timer);
            reject(signal.reason);
          });
  });
}
