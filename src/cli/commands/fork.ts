/** `signalbox fork`: another run with the same beginning. */
import type { Command, Given } from '../command.ts';
import type { Host } from '../host.ts';
import { moveOptions, moveRun } from '../move-run.ts';
import { atOption, eventOf, numberOf, optionValue } from '../options.ts';

export const fork: Command = {
  meaning:
    'Begins a new run that shares the first events of another, up to the one that is named; “signalbox show RUN” numbers\nthem. With --step it goes back to a step: where the run came to it last, or for the N-th time. Answers that people gave\nbefore have to be approved again, with “signalbox answer”, before it moves.',
  arguments: { usage: 'RUN', least: 1, most: 1 },
  options: [
    atOption,
    { name: '--step', value: 'NAME', meaning: 'in place of --at, the step that is done again' },
    { name: '--pass', value: 'N', meaning: 'of a step in a loop: which time, from 1' },
    { name: '--suspended', meaning: 'leaves the new run suspended' },
    ...moveOptions,
  ],
  examples: ['fork last --at 4', 'fork last --step plan', 'fork last --step review --pass 2'],
  run: runFork,
};

async function runFork(given: Given, host: Host): Promise<number> {
  const from = beginningOf(given, host);
  if (from === null) return 2;
  const suspended = given.chosen.has('--suspended');
  return moveRun(given, host, (session, { run }) => session.call('runs.fork', { run, ...from, suspended }));
}

type Beginning = { readonly at: number } | { readonly step: string; readonly pass?: number };

/** Null, with the reason told, where it is not said or said twice. */
function beginningOf(given: Given, host: Host): Beginning | null {
  const step = optionValue(given, '--step');
  const pass = numberOf(given, '--pass', 1, 1_000_000_000);
  if (pass.kind === 'misunderstood') return misunderstood(host, pass.message);
  if (step === null) {
    if (pass.number !== null) return misunderstood(host, '--pass stands beside --step, which says of what.');
    const at = eventOf(given, host, 'fork');
    return at === null ? null : { at };
  }
  if (optionValue(given, '--at') !== null) return misunderstood(host, 'Give --at or --step, not both.');
  return { step, ...(pass.number === null ? {} : { pass: pass.number }) };
}

function misunderstood(host: Host, message: string): null {
  host.err(`${message}\n`);
  return null;
}
