/** `signalbox reopen`: lets a failed run try again. */
import type { RunView } from '../../operations/index.ts';
import { OperationError } from '../../operations/offline.ts';
import { retryCommand } from '../advise-run.ts';
import type { Command, Given } from '../command.ts';
import { findRun } from '../find-run.ts';
import { findWayBack } from '../find-way-back.ts';
import type { Host } from '../host.ts';
import { moveOptions } from '../move-run.ts';
import { readNamed } from '../read-parameters.ts';
import { type Session, withSession } from '../session.ts';
import { watchRun } from '../watch-run.ts';

export const reopen: Command = {
  meaning:
    'Lets a failed run go on at the task that failed, with variables set anew on request, and goes along with it like\n“signalbox run”: the exit codes are the same. A run that has begun to undo its work is not reopened, only forked.',
  arguments: { usage: 'RUN', least: 1, most: 1 },
  options: [
    {
      name: '--set',
      value: 'NAME=VALUE',
      repeats: true,
      meaning: 'gives a variable of the workflow another value',
    },
    ...moveOptions,
  ],
  examples: ['reopen last', 'reopen last --set dish=soup'],
  run: runReopen,
};

async function runReopen(given: Given, host: Host): Promise<number> {
  const { texts, problems } = readNamed(given.values.get('--set') ?? [], 'variable');
  if (problems.length > 0) {
    host.err(problems.map((problem) => `${problem}\n`).join(''));
    return 2;
  }
  return withSession(given, host, async (session) => {
    const run = await findRun(session, given.arguments[0] ?? '');
    const before = await session.call('runs.get', { run });
    await session.call('runs.reopen', { run, texts }).catch(async (error: unknown) => {
      throw await explainUndone(error, session, before);
    });
    return watchRun(session, host, given, { run, seen: before.seq });
  });
}

/** What was undone is not there to go on with: the way back is a fork from before it. */
async function explainUndone(error: unknown, session: Session, view: RunView): Promise<unknown> {
  if (!(error instanceof OperationError) || error.details.code !== 'undo_begun') return error;
  return new OperationError({
    ...error.details,
    message: 'What the run had done has been undone: it cannot go on, only a fork of it can.',
    suggestedAction: retryCommand(session, view.run, await findWayBack(session, view)),
  });
}
