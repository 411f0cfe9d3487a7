/** What a process has cost so far, as the system counts it. */
import { readFileSync } from 'node:fs';

/** Of all its threads, in milliseconds; not a number where the system does not tell. */
export function cpuOf(pid: number): number {
  const text = read(pid, 'stat');
  // After the name of the program, which may contain anything: user and system time, in hundredths of a second.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident, in MiB; not a number where the system does not tell. */
export function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(pid, 'status'))?.[1]) / 1_024;
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
