/** `signalbox signal`: tells a run that something has happened. */
import type { Command } from '../command.ts';
import { moveOptions, moveRun } from '../move-run.ts';
import { readLoosely } from '../read-verdict.ts';

export const signal: Command = {
  meaning: 'Sends a signal to a run, with a value in JSON on request. It is kept until the run waits for it.',
  arguments: { usage: 'RUN NAME [JSON]', least: 2, most: 3 },
  options: moveOptions,
  examples: [`signal last paid '{"euros": 12}'`],
  run: (given, host) => {
    const [, name = '', value] = given.arguments;
    const payload = value === undefined ? null : readLoosely(value);
    return moveRun(given, host, (session, { run }) => session.call('runs.signal', { run, name, payload }));
  },
};
