/** Limits the time that another process spends on a request: its CPU time, and the time that elapses. */
import { spentCpu } from './spent-cpu.ts';

export interface TimeLimit {
  /** Limit of CPU time, in milliseconds; of elapsed time if the system does not report CPU time. */
  readonly timeMs: number;
  /** Limit of elapsed time: a busy machine needs more of it than of CPU time. */
  readonly elapsedMs: number;
}

/**
 * @param spentMs CPU time of the process before the request
 * @param onLate called once, when a limit is reached
 * @returns ends the watch
 */
export function watchCpu(
  pid: number | undefined,
  spentMs: number,
  { timeMs, elapsedMs }: TimeLimit,
  onLate: () => void,
): () => void {
  const last = performance.now() + elapsedMs;
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const left = timeMs - ((spentCpu(pid) ?? Number.POSITIVE_INFINITY) - spentMs);
    const leftToElapse = last - performance.now();
    if (left <= 0 || leftToElapse <= 0) onLate();
    else timer = setTimeout(look, Math.min(left, leftToElapse));
  };
  timer = setTimeout(look, Math.min(timeMs, elapsedMs));
  return () => clearTimeout(timer);
}
