/** A thread that kills its process as soon as a file reaches a size, unless the file is reported as complete before. */
import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { file, bytes, shared } = workerData;
Atomics.store(shared, 0, 1);
Atomics.notify(shared, 0);
while (Atomics.load(shared, 0) === 1) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > bytes && Atomics.load(shared, 0) === 1) process.kill(process.pid, 'SIGKILL');
}
