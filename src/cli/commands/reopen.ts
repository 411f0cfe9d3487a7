/** `signalbox reopen`: lets a failed run try again. */
import type { Command, Given } from '../command.ts';
import { findRun } from '../find-run.ts';
import type { Host } from '../host.ts';
import { moveOptions } from '../move-run.ts';
import { readNamed } from '../read-parameters.ts';
import { withSession } from '../session.ts';
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
    const { seq } = await session.call('runs.get', { run });
    await session.call('runs.reopen', { run, texts });
    return watchRun(session, host, given, { run, seen: seq });
  });
}
