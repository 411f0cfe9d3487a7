/** `signalbox resume`: resumes a suspended run. */
import { OperationError } from '../../operations/offline.ts';
import type { Command } from '../arguments/command.ts';
import { actOnRun, runActionOptions } from '../live/act-on-run.ts';
import type { Session } from '../session/session.ts';

export const resume: Command = {
  meaning: 'Resumes a run that was suspended, or imported before its end.',
  arguments: { usage: 'RUN', min: 1, max: 1 },
  options: runActionOptions,
  examples: ['resume last'],
  run: (args, host) =>
    actOnRun(args, host, (session, { run }) =>
      session.call('runs.resume', { run }).catch((error: unknown) => {
        throw explainApproval(error, session, run);
      }),
    ),
};

/** A copy is resumed by approving it. */
function explainApproval(error: unknown, { sessionFlags }: Session, run: string): unknown {
  if (!(error instanceof OperationError) || error.details.code !== 'approvals_missing') return error;
  return new OperationError({
    ...error.details,
    suggestedAction: `Approve it at a terminal: signalbox answer ${run}${sessionFlags}`,
  });
}
