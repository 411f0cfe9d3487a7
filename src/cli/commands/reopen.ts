/** `signalbox reopen`: retries a failed run. */
import type { RunView } from '../../operations/index.ts';
import { OperationError } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { readNamedValues } from '../arguments/read-parameters.ts';
import type { Host } from '../host/host.ts';
import { runActionOptions } from '../live/act-on-run.ts';
import { retryCommand } from '../live/advise-run.ts';
import { watchRun } from '../live/watch-run.ts';
import { findRecovery } from '../session/find-recovery.ts';
import { findRun } from '../session/find-run.ts';
import { type Session, withSession } from '../session/session.ts';

export const reopen: Command = {
  meaning:
    'Retries a failed run at the task that failed, optionally with new values of variables, and follows it like “signalbox\nrun”, with the same exit codes. A run that has started to undo its work cannot be reopened, only forked.',
  arguments: { usage: 'RUN', min: 1, max: 1 },
  options: [
    {
      name: '--set',
      value: 'NAME=VALUE',
      repeats: true,
      meaning: 'sets a variable of the workflow',
    },
    ...runActionOptions,
  ],
  examples: ['reopen last', 'reopen last --set dish=soup'],
  run: runReopen,
};

async function runReopen(args: CommandArguments, host: Host): Promise<number> {
  const { texts, problems } = readNamedValues(args.values.get('--set') ?? [], 'variable');
  if (problems.length > 0) {
    host.err(problems.map((problem) => `${problem}\n`).join(''));
    return 2;
  }
  return withSession(args, host, async (session) => {
    const run = await findRun(session, args.arguments[0] ?? '');
    const before = await session.call('runs.get', { run });
    await session.call('runs.reopen', { run, texts }).catch(async (error: unknown) => {
      throw await explainUndone(error, session, before);
    });
    return watchRun(session, host, args, { run, seen: before.seq });
  });
}

/** Undone work cannot be continued: the run can be forked from before it. */
async function explainUndone(error: unknown, session: Session, view: RunView): Promise<unknown> {
  if (!(error instanceof OperationError) || error.details.code !== 'undo_begun') return error;
  return new OperationError({
    ...error.details,
    message: 'The work of the run has been undone. It cannot continue; fork it instead.',
    suggestedAction: retryCommand(session, view.run, await findRecovery(session, view)),
  });
}
