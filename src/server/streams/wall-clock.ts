/** The clock of this machine. Nothing stays alive for an alarm of it alone. */
import type { Clock } from '../../runtime/index.ts';

export const wallClock: Clock = {
  now: () => Date.now(),
  at(time, call) {
    const timer = setTimeout(call, Math.max(0, time - Date.now())).unref();
    return () => clearTimeout(timer);
  },
};
