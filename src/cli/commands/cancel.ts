/** `signalbox cancel`: cancels a run. */
import { cleanText } from '../../drawing/index.ts';
import type { RunView } from '../../operations/index.ts';
import type { Command } from '../arguments/command.ts';
import { actOnRun, runActionOptions } from '../live/act-on-run.ts';
import { pluralize } from '../print/pluralize.ts';

export const cancel: Command = {
  meaning:
    'Cancels a run. With --undo, its work is undone first, as far as the workflow defines how. Work that a fork shares with\nits original is undone for both.',
  arguments: { usage: 'RUN', min: 1, max: 1 },
  options: [{ name: '--undo', meaning: 'undoes its work' }, ...runActionOptions],
  examples: ['cancel last --undo'],
  run: (args, host) =>
    actOnRun(args, host, (session, { run, origin }) => {
      const undo = args.chosen.has('--undo');
      if (undo && origin !== null) host.err(`${sharedEventsWarning(origin)}\n`);
      return session.call('runs.cancel', { run, undo });
    }),
};

/** A running original may depend on work that the fork undoes. */
function sharedEventsWarning({ kind, run, at }: NonNullable<RunView['origin']>): string {
  const where = kind === 'fork' ? '' : ', even in another Signalbox';
  return `It shares ${pluralize(at, 'event')} with ${cleanText(run)}: work of these events is undone for both${where}.`;
}
