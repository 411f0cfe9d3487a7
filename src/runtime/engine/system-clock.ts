/** The clock of the machine. While the process lives, it does not go back [R3.4]. */
import type { Clock } from '../ports/clock.ts';

/** Timers of the platform pause while the machine sleeps: the time is checked at least this often. */
const maxDelay = 30_000;
/** A difference up to this, in milliseconds, is a correction of the clock, which is followed. */
const maxCorrection = 1_000;

/**
 * @param wall milliseconds since 1970, which operators and time servers can put back
 * @param elapsed milliseconds since any moment, which nothing can put back
 */
export function createSystemClock(wall = () => Date.now(), elapsed = () => performance.now()): Clock {
  let start = Number.NEGATIVE_INFINITY;
  const now = (): number => {
    const passed = elapsed();
    const startByWall = wall() - passed;
    if (startByWall >= start - maxCorrection) start = startByWall;
    return Math.round(start + passed);
  };
  return {
    now,
    at(time, call) {
      let timer: NodeJS.Timeout;
      const wait = (): void => {
        const left = time - now();
        if (left <= 0) call();
        else timer = setTimeout(wait, Math.min(left, maxDelay));
      };
      timer = setTimeout(wait, Math.max(0, Math.min(time - now(), maxDelay)));
      return () => clearTimeout(timer);
    },
  };
}

export const systemClock = createSystemClock();
