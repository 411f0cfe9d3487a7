/** `signalbox cancel`: ends a run. */
import { cleanText } from '../../drawing/index.ts';
import type { RunView } from '../../operations/index.ts';
import { actOnRun, runActionOptions } from '../act-on-run.ts';
import type { Command } from '../command.ts';
import { pluralize } from '../pluralize.ts';

export const cancel: Command = {
  meaning:
    'Ends a run as cancelled; with --undo, what it has done is undone first, as far as the workflow says how. What a fork\nshares with the run that it was forked from is undone for both.',
  arguments: { usage: 'RUN', min: 1, max: 1 },
  options: [{ name: '--undo', meaning: 'undoes what it has done' }, ...runActionOptions],
  examples: ['cancel last --undo'],
  run: (args, host) =>
    actOnRun(args, host, (session, { run, origin }) => {
      const undo = args.chosen.has('--undo');
      if (undo && origin !== null) host.err(`${sharedEventsWarning(origin)}\n`);
      return session.call('runs.cancel', { run, undo });
    }),
};

/** A run that goes on may live on what its copy takes back. */
function sharedEventsWarning({ kind, run, at }: NonNullable<RunView['origin']>): string {
  const where = kind === 'fork' ? '' : ', wherever that is';
  return `It shares ${pluralize(at, 'event')} with ${cleanText(run)}: what was done in them is undone for both${where}.`;
}
