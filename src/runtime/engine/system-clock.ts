/** The clock of the machine. */
import type { Clock } from '../ports/clock.ts';

/** The longest that a timer of the platform can wait. */
const longest = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  at(time, call) {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const left = time - Date.now();
      if (left <= 0) call();
      else timer = setTimeout(wait, Math.min(left, longest));
    };
    timer = setTimeout(wait, Math.max(0, Math.min(time - Date.now(), longest)));
    return () => clearTimeout(timer);
  },
};
