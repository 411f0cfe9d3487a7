/** Resources that a process has used so far, from the operating system. */
import { readFileSync } from 'node:fs';

/** CPU time of all its threads, in milliseconds; NaN if the system does not report it. */
export function cpuOf(pid: number): number {
  const text = read(pid, 'stat');
  // After the program name, which may contain anything: user and system time, in hundredths of a second.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory, in MiB; NaN if the system does not report it. */
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
