/** `signalbox cancel`: ends a run. */
import type { Command } from '../command.ts';
import { moveOptions, moveRun } from '../move-run.ts';

export const cancel: Command = {
  meaning:
    'Ends a run as cancelled; with --undo, what it has done is undone first, as far as the workflow says how.',
  arguments: { usage: 'RUN', least: 1, most: 1 },
  options: [{ name: '--undo', meaning: 'undoes what it has done' }, ...moveOptions],
  examples: ['cancel last --undo'],
  run: (given, host) =>
    moveRun(given, host, (session, run) =>
      session.call('runs.cancel', { run, undo: given.chosen.has('--undo') }),
    ),
};
