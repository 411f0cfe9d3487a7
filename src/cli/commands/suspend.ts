/** `signalbox suspend`: holds a run up. */

import { actOnRun, runActionOptions } from '../act-on-run.ts';
import type { Command } from '../command.ts';

export const suspend: Command = {
  meaning: 'Lets nothing new begin in a run until it is resumed. What is under way may still be answered.',
  arguments: { usage: 'RUN', min: 1, max: 1 },
  options: runActionOptions,
  examples: ['suspend last'],
  run: (args, host) => actOnRun(args, host, (session, { run }) => session.call('runs.suspend', { run })),
};
