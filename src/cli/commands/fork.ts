/** `signalbox fork`: starts a run that shares the first events of another. */

import type { Command, CommandArguments } from '../arguments/command.ts';
import { atOption, eventNumberOption, numberOption, optionValue } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { actOnRun, runActionOptions } from '../live/act-on-run.ts';

export const fork: Command = {
  meaning:
    'Starts a new run that shares the first events of another, up to --at; “signalbox show RUN” numbers the events. With\n--step it goes back to a step: its last pass, or its N-th. Earlier answers of people must be approved again with\n“signalbox answer” before the new run continues.',
  arguments: { usage: 'RUN', min: 1, max: 1 },
  options: [
    atOption,
    { name: '--step', value: 'NAME', meaning: 'instead of --at: the step to repeat' },
    { name: '--pass', value: 'N', meaning: 'of a step in a loop: which pass, from 1' },
    { name: '--suspended', meaning: 'leaves the new run suspended' },
    ...runActionOptions,
  ],
  examples: ['fork last --at 4', 'fork last --step plan', 'fork last --step review --pass 2'],
  run: runFork,
};

async function runFork(args: CommandArguments, host: Host): Promise<number> {
  const from = readForkPoint(args, host);
  if (from === null) return 2;
  const suspended = args.chosen.has('--suspended');
  return actOnRun(args, host, (session, { run }) => session.call('runs.fork', { run, ...from, suspended }));
}

type ForkPoint = { readonly at: number } | { readonly step: string; readonly pass?: number };

/** Null, with the reason reported, if the options are missing or contradict each other. */
function readForkPoint(args: CommandArguments, host: Host): ForkPoint | null {
  const step = optionValue(args, '--step');
  const pass = numberOption(args, '--pass', 1, 1_000_000_000);
  if (pass.kind === 'misunderstood') return misunderstood(host, pass.message);
  if (step === null) {
    if (pass.number !== null) return misunderstood(host, '--pass needs --step.');
    const at = eventNumberOption(args, host, 'fork');
    return at === null ? null : { at };
  }
  if (optionValue(args, '--at') !== null) return misunderstood(host, 'Use --at or --step, not both.');
  return { step, ...(pass.number === null ? {} : { pass: pass.number }) };
}

function misunderstood(host: Host, message: string): null {
  host.err(`${message}\n`);
  return null;
}
