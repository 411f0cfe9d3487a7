/** The executable: arguments in, exit code out. */
import { thisHost } from './host.ts';
import { runCli } from './run-cli.ts';

// Whoever reads us may stop reading: `signalbox tour | head` is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

process.exitCode = await runCli(process.argv.slice(2), thisHost());
