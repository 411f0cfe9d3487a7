/** The clock of the machine. */
import type { Clock } from '../ports/clock.ts';

/** Timers of the platform pause while the machine sleeps: the time is checked at least this often. */
const maxDelay = 30_000;

export const systemClock: Clock = {
  now: () => Date.now(),
  at(time, call) {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const left = time - Date.now();
      if (left <= 0) call();
      else timer = setTimeout(wait, Math.min(left, maxDelay));
    };
    timer = setTimeout(wait, Math.max(0, Math.min(time - Date.now(), maxDelay)));
    return () => clearTimeout(timer);
  },
};
