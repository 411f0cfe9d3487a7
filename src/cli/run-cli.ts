/** Finds the verb, checks its options and runs it. Exit codes: 0 done, 1 failed, 2 misunderstood. */
import { readFileSync } from 'node:fs';
import { cleanText } from '../drawing/index.ts';
import type { Command } from './command.ts';
import { tour } from './commands/tour.ts';
import { findNearest } from '../expression/index.ts';
import type { Host } from './host.ts';

const commands: ReadonlyMap<string, Command> = new Map([['tour', tour]]);

const generalOptions: Command['options'] = [
  { name: '--help', short: '-h', meaning: 'says what there is' },
  { name: '--version', short: '-v', meaning: 'prints the version' },
];

export async function runCli(args: readonly string[], host: Host): Promise<number> {
  const [first, ...others] = args;
  const named = first !== undefined && !first.startsWith('-');
  const command = named ? commands.get(first) : undefined;
  if (named && command === undefined) {
    return misunderstood(
      host,
      `There is no verb “${cleanText(first)}”.`,
      findNearest(first, [...commands.keys()]),
    );
  }
  const known = [...(command?.options ?? []), ...generalOptions];
  const given = named ? others : args;
  const chosen = new Set<string>();
  for (const word of given) {
    const option = known.find(({ name, short }) => word === name || word === short);
    if (option === undefined) {
      const what = word.startsWith('-') ? 'option' : 'argument';
      const where = named ? ` of ${first}` : '';
      const nearest = findNearest(
        word,
        known.map(({ name }) => name),
      );
      return misunderstood(host, `There is no ${what} “${cleanText(word)}”${where}.`, nearest);
    }
    chosen.add(option.name);
  }
  if (chosen.has('--version')) host.out(`${version()}\n`);
  else if (chosen.has('--help') || command === undefined)
    host.out(helpText(command, named ? first : undefined));
  else return command.run(chosen, host);
  return 0;
}

function misunderstood(host: Host, message: string, nearest: string | undefined): number {
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  host.err(`${message}${hint}\nsignalbox --help says what there is.\n`);
  return 2;
}

function helpText(command: Command | undefined, verb: string | undefined): string {
  const options = [...(command?.options ?? []), ...generalOptions];
  const left = (option: (typeof options)[number]) =>
    option.short === undefined ? option.name : `${option.name}, ${option.short}`;
  const rows = (list: readonly (readonly [string, string])[]) =>
    list.map(([name, meaning]) => `  ${name.padEnd(16)}${meaning}\n`).join('');
  const listed = rows(options.map((option) => [left(option), option.meaning]));
  if (command !== undefined) return `signalbox ${verb} [options]\n\n${command.meaning}\n\n${listed}`;
  const verbs = rows([...commands].map(([name, { summary }]) => [name, summary]));
  return `signalbox <verb> [options]\n\nSignalbox plays workflows and remembers every step.\n\nVerbs:\n${verbs}\nOptions:\n${listed}`;
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const found: unknown = JSON.parse(text);
  const isNamed = typeof found === 'object' && found !== null && 'version' in found;
  return isNamed && typeof found.version === 'string' ? found.version : 'unknown';
}
