/** Builds the text of `--help` for the program or one verb. */
import type { Command, Option, Verb } from './arguments/command.ts';
import { wrapText } from './print/wrap-text.ts';

const columns = 120;

export function helpOfProgram(verbs: ReadonlyMap<string, Verb>, options: readonly Option[]): string {
  const listed = rows([...verbs].map(([name, { summary }]) => [name, summary]));
  return `signalbox <verb> [options]\n\nSignalbox runs durable workflows and records every step.\n\nVerbs:\n${listed}\nOptions:\n${rows(options.map(rowOf))}`;
}

export function helpOfVerb(verb: string, command: Command, options: readonly Option[]): string {
  const { arguments: takes, meaning, examples = [] } = command;
  const usage = takes === undefined ? '' : ` ${takes.usage}`;
  const listed = rows(options.map(rowOf));
  const shown = examples.map((example) => `  signalbox ${example}\n`).join('');
  const tail = shown === '' ? '' : `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${shown}`;
  return `signalbox ${verb}${usage} [options]\n\n${meaning}\n\n${listed}${tail}`;
}

function rowOf({ name, short, value, meaning }: Option): readonly [string, string] {
  const left = short === undefined ? name : `${name}, ${short}`;
  return [value === undefined ? left : `${left} ${value}`, meaning];
}

function rows(list: readonly (readonly [string, string])[]): string {
  const width = Math.max(14, ...list.map(([name]) => name.length));
  const lead = (name: string): string => `  ${name.padEnd(width + 2)}`;
  return list
    .flatMap(([name, meaning]) =>
      wrapText(meaning, columns - lead('').length).map(
        (line, at) => `${lead(at === 0 ? name : '')}${line}\n`,
      ),
    )
    .join('');
}
