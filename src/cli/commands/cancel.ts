/** `signalbox cancel`: ends a run. */
import { cleanText } from '../../drawing/index.ts';
import type { RunView } from '../../operations/index.ts';
import type { Command } from '../command.ts';
import { countOf } from '../count-of.ts';
import { moveOptions, moveRun } from '../move-run.ts';

export const cancel: Command = {
  meaning:
    'Ends a run as cancelled; with --undo, what it has done is undone first, as far as the workflow says how. What a fork\nshares with the run that it was forked from is undone for both.',
  arguments: { usage: 'RUN', least: 1, most: 1 },
  options: [{ name: '--undo', meaning: 'undoes what it has done' }, ...moveOptions],
  examples: ['cancel last --undo'],
  run: (given, host) =>
    moveRun(given, host, (session, { run, origin }) => {
      const undo = given.chosen.has('--undo');
      if (undo && origin !== null) host.err(`${warnOf(origin)}\n`);
      return session.call('runs.cancel', { run, undo });
    }),
};

/** A run that goes on may live on what its copy takes back. */
function warnOf({ kind, run, at }: NonNullable<RunView['origin']>): string {
  const where = kind === 'fork' ? '' : ', wherever that is';
  return `It shares ${countOf(at, 'event')} with ${cleanText(run)}: what was done in them is undone for both${where}.`;
}
