/** `signalbox resume`: lets a run go on that was held up. */
import { OperationError } from '../../operations/offline.ts';
import type { Command } from '../command.ts';
import { moveOptions, moveRun } from '../move-run.ts';
import type { Session } from '../session.ts';

export const resume: Command = {
  meaning: 'Lets a run go on that was suspended, or imported before its end.',
  arguments: { usage: 'RUN', least: 1, most: 1 },
  options: moveOptions,
  examples: ['resume last'],
  run: (given, host) =>
    moveRun(given, host, (session, { run }) =>
      session.call('runs.resume', { run }).catch((error: unknown) => {
        throw explainApproval(error, session, run);
      }),
    ),
};

/** A copy is let go by approving it. */
function explainApproval(error: unknown, { again }: Session, run: string): unknown {
  if (!(error instanceof OperationError) || error.details.code !== 'approvals_missing') return error;
  return new OperationError({
    ...error.details,
    suggestedAction: `Approve it at a terminal, where a person types: signalbox answer ${run}${again}`,
  });
}
