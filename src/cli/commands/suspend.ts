/** `signalbox suspend`: suspends a run. */

import type { Command } from '../arguments/command.ts';
import { actOnRun, runActionOptions } from '../live/act-on-run.ts';

export const suspend: Command = {
  meaning: 'Suspends a run: nothing new starts until it is resumed. Work in progress can still be answered.',
  arguments: { usage: 'RUN', min: 1, max: 1 },
  options: runActionOptions,
  examples: ['suspend last'],
  run: (args, host) => actOnRun(args, host, (session, { run }) => session.call('runs.suspend', { run })),
};
