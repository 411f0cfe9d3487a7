/** Finds the verb, checks its options and runs it. Exit codes: 0 done, 1 failed, 2 misunderstood; verbs may have more. */
import { cleanText } from '../drawing/index.ts';
import { findNearest } from '../expression/index.ts';
import type { Command, Option } from './command.ts';
import { answer } from './commands/answer.ts';
import { cancel } from './commands/cancel.ts';
import { config } from './commands/config.ts';
import { doctor } from './commands/doctor.ts';
import { exportRun } from './commands/export.ts';
import { fork } from './commands/fork.ts';
import { graph } from './commands/graph.ts';
import { importRun } from './commands/import.ts';
import { items } from './commands/items.ts';
import { purge } from './commands/purge.ts';
import { reopen } from './commands/reopen.ts';
import { replay } from './commands/replay.ts';
import { resume } from './commands/resume.ts';
import { run } from './commands/run.ts';
import { runs } from './commands/runs.ts';
import { show } from './commands/show.ts';
import { signal } from './commands/signal.ts';
import { simulate } from './commands/simulate.ts';
import { suspend } from './commands/suspend.ts';
import { test } from './commands/test.ts';
import { tour } from './commands/tour.ts';
import { validate } from './commands/validate.ts';
import { workflows } from './commands/workflows.ts';
import { helpOfProgram, helpOfVerb } from './help-text.ts';
import type { Host } from './host.ts';
import { parseArguments } from './parse-arguments.ts';
import { programVersion } from './program-version.ts';

const commands: ReadonlyMap<string, Command> = new Map([
  ['tour', tour],
  ['validate', validate],
  ['graph', graph],
  ['simulate', simulate],
  ['test', test],
  ['workflows', workflows],
  ['run', run],
  ['runs', runs],
  ['show', show],
  ['items', items],
  ['answer', answer],
  ['cancel', cancel],
  ['suspend', suspend],
  ['resume', resume],
  ['signal', signal],
  ['reopen', reopen],
  ['fork', fork],
  ['replay', replay],
  ['export', exportRun],
  ['import', importRun],
  ['purge', purge],
  ['doctor', doctor],
  ['config', config],
]);

const generalOptions: readonly Option[] = [
  { name: '--help', short: '-h', meaning: 'says what there is' },
  { name: '--version', short: '-v', meaning: 'prints the version' },
];

export async function runCli(args: readonly string[], host: Host): Promise<number> {
  const [first, ...others] = args;
  const verb = first !== undefined && !first.startsWith('-') ? first : undefined;
  const command = verb === undefined ? undefined : commands.get(verb);
  if (verb !== undefined && command === undefined) {
    const nearest = findNearest(verb, [...commands.keys()]);
    return misunderstood(host, `There is no verb “${cleanText(verb)}”.`, nearest);
  }
  const known = [...(command?.options ?? []), ...generalOptions];
  const parsed = parseArguments(verb === undefined ? args : others, known, command, verb);
  if (parsed.kind === 'misunderstood') return misunderstood(host, parsed.message, parsed.nearest);
  const { given } = parsed;
  if (given.chosen.has('--version')) {
    host.out(`${programVersion()}\n`);
  } else if (verb === undefined || command === undefined) {
    host.out(helpOfProgram(commands, generalOptions));
  } else if (given.chosen.has('--help')) {
    host.out(helpOfVerb(verb, command, known));
  } else if (given.arguments.length < (command.arguments?.least ?? 0)) {
    return misunderstood(
      host,
      `${verb} needs to know more: signalbox ${verb} ${command.arguments?.usage ?? ''}`,
    );
  } else {
    return command.run(given, host);
  }
  return 0;
}

function misunderstood(host: Host, message: string, nearest?: string): number {
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  host.err(`${message}${hint}\nsignalbox --help says what there is.\n`);
  return 2;
}
