/** `signalbox suspend`: holds a run up. */
import type { Command } from '../command.ts';
import { moveOptions, moveRun } from '../move-run.ts';

export const suspend: Command = {
  meaning: 'Lets nothing new begin in a run until it is resumed. What is under way may still be answered.',
  arguments: { usage: 'RUN', least: 1, most: 1 },
  options: moveOptions,
  examples: ['suspend last'],
  run: (given, host) => moveRun(given, host, (session, { run }) => session.call('runs.suspend', { run })),
};
