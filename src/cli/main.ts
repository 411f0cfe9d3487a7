/** The executable: arguments in, exit code out. */
import { createProcessHost } from './host.ts';
import { runCli } from './run-cli.ts';

// Whoever reads us may stop reading: `signalbox tour | head` is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

/** Whoever runs it awaits this: the program is also bundled, in a form where a module cannot wait. */
export const ended: Promise<void> = runCli(process.argv.slice(2), createProcessHost()).then((code) => {
  process.exitCode = code;
});
