/** `signalbox signal`: sends a signal to a run. */

import type { Command } from '../arguments/command.ts';
import { readLoosely } from '../arguments/read-verdict.ts';
import { actOnRun, runActionOptions } from '../live/act-on-run.ts';

export const signal: Command = {
  meaning:
    'Sends a signal to a run, optionally with a JSON value. The signal is stored until the run waits for it.',
  arguments: { usage: 'RUN NAME [JSON]', min: 2, max: 3 },
  options: runActionOptions,
  examples: [`signal last paid '{"euros": 12}'`],
  run: (args, host) => {
    const [, name = '', value] = args.arguments;
    const payload = value === undefined ? null : readLoosely(value);
    return actOnRun(args, host, (session, { run }) => session.call('runs.signal', { run, name, payload }));
  },
};
