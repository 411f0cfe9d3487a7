/** `signalbox replay`: shows the state of a run after one of its events. */
import type { Command, CommandArguments } from '../arguments/command.ts';
import { atOption, eventNumberOption, jsonOption, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { printState } from '../live/print-run.ts';
import { printJson } from '../print/print-json.ts';
import { findRun } from '../session/find-run.ts';
import { withReadOnlySession } from '../session/session.ts';

export const replay: Command = {
  meaning:
    'Replays the journal of a run up to an event, and shows the state: tasks, variables, what it waited for. Nothing is\ncalled and nothing changes. “signalbox show RUN” numbers the events.',
  arguments: { usage: 'RUN', min: 1, max: 1 },
  options: [atOption, jsonOption, ...sessionOptions],
  examples: ['replay last --at 3'],
  run: runReplay,
};

async function runReplay(args: CommandArguments, host: Host): Promise<number> {
  const at = eventNumberOption(args, host, 'replay');
  if (at === null) return 2;
  return withReadOnlySession(args, host, async (session) => {
    const run = await findRun(session, args.arguments[0] ?? '');
    const view = await session.call('runs.replay', { run, at });
    if (args.chosen.has('--json')) printJson(host, view);
    else printState(host, view);
    return 0;
  });
}
