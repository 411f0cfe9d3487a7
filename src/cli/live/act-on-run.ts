/**
 * Verbs that act on one run: find it, send the request, wait until it ends or waits for people, and print its status.
 */
import type { MovedRun, RunView } from '../../operations/index.ts';
import { OperationError } from '../../operations/offline.ts';
import type { CommandArguments, Option } from '../arguments/command.ts';
import { jsonOption, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { findRecovery } from '../session/find-recovery.ts';
import { findRun } from '../session/find-run.ts';
import { type Session, withSession } from '../session/session.ts';
import { retryCommand } from './advise-run.ts';
import { followRun } from './follow-run.ts';
import { printStatus } from './print-outcome.ts';
import { isAtRest } from './run-status.ts';
import { createWatcher } from './watcher.ts';

const noWaitOption: Option = {
  name: '--no-wait',
  meaning: 'does not wait for the run',
};

/** Options that every such verb has in addition to its own. */
export const runActionOptions: readonly Option[] = [noWaitOption, jsonOption, ...sessionOptions];

/** @param action sends the request to the run that the first argument names */
export async function actOnRun(
  args: CommandArguments,
  host: Host,
  action: (session: Session, view: RunView) => Promise<MovedRun>,
): Promise<number> {
  return withSession(args, host, async (session) => {
    const run = await findRun(session, args.arguments[0] ?? '');
    const before = await session.call('runs.get', { run });
    const moved = await action(session, before).catch(async (error: unknown) => {
      throw await explainEnded(error, session, before);
    });
    const seen = moved.run === run ? before.seq : moved.seq;
    const view = await awaitRun(session, host, args, { run: moved.run, seen });
    await printStatus(session, host, view, args.chosen.has('--json'));
    return 0;
  });
}

/** A failed run can be retried: the suggested action says how. */
async function explainEnded(error: unknown, session: Session, view: RunView): Promise<unknown> {
  const isOver = error instanceof OperationError && error.details.code === 'run_ended';
  if (!isOver || view.status !== 'failed') return error;
  const suggestedAction = retryCommand(session, view.run, await findRecovery(session, view));
  return new OperationError({ ...error.details, suggestedAction });
}

/** Returns when the run has ended, or waits for people or for a time that is far off. */
export async function awaitRun(
  session: Session,
  host: Host,
  { chosen }: CommandArguments,
  { run, seen }: { readonly run: string; readonly seen: number },
): Promise<RunView> {
  const leaving = new AbortController();
  const unsubscribe = host.terminal.onInterrupt(() => leaving.abort());
  const watcher = createWatcher(session, host, chosen.has('--json'));
  const shouldStop = (view: RunView) => chosen.has('--no-wait') || isAtRest(view);
  try {
    const { view } = await followRun(session, host, watcher, {
      run,
      seen,
      shouldStop,
      signal: leaving.signal,
    });
    return view;
  } finally {
    watcher.close();
    unsubscribe();
  }
}
