/** `signalbox resume`: lets a run go on that was held up. */
import type { Command } from '../command.ts';
import { moveOptions, moveRun } from '../move-run.ts';

export const resume: Command = {
  meaning: 'Lets a run go on that was suspended, or imported before its end.',
  arguments: { usage: 'RUN', least: 1, most: 1 },
  options: moveOptions,
  examples: ['resume last'],
  run: (given, host) => moveRun(given, host, (session, { run }) => session.call('runs.resume', { run })),
};
