/** Returns the CPU time of a process so far, in milliseconds; `undefined` if the system does not report it. */
import { readFileSync } from 'node:fs';

/** Linux counts hundredths of a second on every machine. */
const tick = 10;

export function spentCpu(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name is in parentheses, and may contain anything.
    const [, , , , , , , , , , , own, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const spent = (Number(own) + Number(system)) * tick;
    return Number.isNaN(spent) ? undefined : spent;
  } catch {
    return undefined;
  }
}
