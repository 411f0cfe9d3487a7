/** Verbs that move one run: find it, tell it, go along as long as it goes by itself, and say where it stands. */
import type { MovedRun, RunView } from '../operations/index.ts';
import { OperationError } from '../operations/offline.ts';
import { retryCommand } from './advise-run.ts';
import type { Given, Option } from './command.ts';
import { findRun } from './find-run.ts';
import { findWayBack } from './find-way-back.ts';
import type { Host } from './host.ts';
import { followRun } from './live/follow-run.ts';
import { createOnlooker } from './live/onlooker.ts';
import { isAtRest } from './live/run-stand.ts';
import { jsonOption, sessionOptions } from './options.ts';
import { printStand } from './print-outcome.ts';
import { type Session, withSession } from './session.ts';

const noWaitOption: Option = {
  name: '--no-wait',
  meaning: 'does not go along with the run afterwards',
};

/** What such a verb takes beside its own. */
export const moveOptions: readonly Option[] = [noWaitOption, jsonOption, ...sessionOptions];

/** @param tell what moves the run that was named first */
export async function moveRun(
  given: Given,
  host: Host,
  tell: (session: Session, view: RunView) => Promise<MovedRun>,
): Promise<number> {
  return withSession(given, host, async (session) => {
    const run = await findRun(session, given.arguments[0] ?? '');
    const before = await session.call('runs.get', { run });
    const moved = await tell(session, before).catch(async (error: unknown) => {
      throw await explainEnded(error, session, before);
    });
    const seen = moved.run === run ? before.seq : moved.seq;
    const view = await goAlong(session, host, given, { run: moved.run, seen });
    await printStand(session, host, view, given.chosen.has('--json'));
    return 0;
  });
}

/** What has failed is not at its end for ever. */
async function explainEnded(error: unknown, session: Session, view: RunView): Promise<unknown> {
  const isOver = error instanceof OperationError && error.details.code === 'run_ended';
  if (!isOver || view.status !== 'failed') return error;
  const suggestedAction = retryCommand(session, view.run, await findWayBack(session, view));
  return new OperationError({ ...error.details, suggestedAction });
}

/** As long as it goes by itself: until it has ended, or waits for people, or for a time that is not near. */
export async function goAlong(
  session: Session,
  host: Host,
  { chosen }: Given,
  { run, seen }: { readonly run: string; readonly seen: number },
): Promise<RunView> {
  const leaving = new AbortController();
  const forget = host.terminal.onInterrupt(() => leaving.abort());
  const onlooker = createOnlooker(session, host, chosen.has('--json'));
  const isEnough = (view: RunView) => chosen.has('--no-wait') || isAtRest(view);
  try {
    const { view } = await followRun(session, host, onlooker, {
      run,
      seen,
      isEnough,
      signal: leaving.signal,
    });
    return view;
  } finally {
    onlooker.leave();
    forget();
  }
}
