/** Starts itself again as a process that computes forever, and prints its id. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endWithParent } from '../../src/runtime/index.ts';

if (process.argv[2] === 'child') {
  endWithParent();
  process.send('ready');
  for (;;);
}
const child = fork(fileURLToPath(import.meta.url), ['child']);
child.once('message', () => console.log(child.pid));
