/** `signalbox fork`: another run with the same beginning. */
import type { Command, Given } from '../command.ts';
import type { Host } from '../host.ts';
import { moveOptions, moveRun } from '../move-run.ts';
import { atOption, eventOf } from '../options.ts';

export const fork: Command = {
  meaning:
    'Begins a new run that shares the first events of another, up to the one that is named; “signalbox show RUN” numbers\nthem. Answers that people gave in them have to be approved again, with “signalbox answer”, before it moves.',
  arguments: { usage: 'RUN', least: 1, most: 1 },
  options: [atOption, { name: '--suspended', meaning: 'leaves the new run suspended' }, ...moveOptions],
  examples: ['fork last --at 4'],
  run: runFork,
};

async function runFork(given: Given, host: Host): Promise<number> {
  const at = eventOf(given, host, 'fork');
  if (at === null) return 2;
  const suspended = given.chosen.has('--suspended');
  return moveRun(given, host, (session, { run }) => session.call('runs.fork', { run, at, suspended }));
}
