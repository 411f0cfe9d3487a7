/** The executable: arguments in, exit code out. */
import { createProcessHost } from './host/host.ts';
import { runCli } from './run-cli.ts';

// The reader may close the pipe early: `signalbox tour | head` is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

/** The caller awaits this promise: the bundle has a format without top-level await. */
export const ended: Promise<void> = runCli(process.argv.slice(2), createProcessHost()).then((code) => {
  process.exitCode = code;
});
