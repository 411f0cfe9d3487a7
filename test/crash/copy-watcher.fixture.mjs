/** A thread that kills its process as soon as a file has so many bytes. */
import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { file, bytes, shared } = workerData;
Atomics.store(shared, 0, 1);
Atomics.notify(shared, 0);
while ((statSync(file, { throwIfNoEntry: false })?.size ?? -1) < bytes);
process.kill(process.pid, 'SIGKILL');
