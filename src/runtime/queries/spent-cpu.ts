/** How much a process has computed so far, in milliseconds; undefined where the system does not tell. */
import { readFileSync } from 'node:fs';

/** Linux counts hundredths of a second, whatever the machine does. */
const tick = 10;

export function spentCpu(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its name stands in parentheses, and may be anything.
    const [, , , , , , , , , , , own, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const spent = (Number(own) + Number(system)) * tick;
    return Number.isNaN(spent) ? undefined : spent;
  } catch {
    return undefined;
  }
}
