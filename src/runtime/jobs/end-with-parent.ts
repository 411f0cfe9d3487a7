/**
 * Ends this process soon after the process that started it, also while it computes. A thread watches, because a busy
 * process receives no events.
 */
import { Worker } from 'node:worker_threads';

/** In milliseconds. */
const interval = 1_000;

const watch = `
  const { workerData } = require('node:worker_threads');
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (process.ppid === workerData.parent) Atomics.wait(never, 0, 0, workerData.interval);
  process.kill(process.pid, 'SIGKILL');
`;

export function endWithParent(): void {
  const workerData = { parent: process.ppid, interval };
  // Its output is not used: if it were piped to ours, ours would no longer wait for its reader.
  new Worker(watch, { eval: true, workerData, stdout: true, stderr: true }).unref();
}
