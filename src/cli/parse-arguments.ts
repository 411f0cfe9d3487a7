/** Parses the command line into options, values and arguments. Errors propose the nearest known name. */
import { cleanText } from '../drawing/index.ts';
import { findNearest } from '../expression/index.ts';
import type { Command, CommandArguments, Option } from './arguments/command.ts';

export type ParsedArguments =
  | { readonly kind: 'given'; readonly given: CommandArguments }
  | { readonly kind: 'misunderstood'; readonly message: string; readonly nearest: string | undefined };

/** @param verb `undefined`: only the general options are known */
export function parseArguments(
  words: readonly string[],
  known: readonly Option[],
  command: Command | undefined,
  verb: string | undefined,
): ParsedArguments {
  const where = verb === undefined ? '' : ` for ${verb}`;
  const positional: string[] = [];
  const chosen = new Set<string>();
  const values = new Map<string, readonly string[]>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      positional.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      positional.push(word);
      continue;
    }
    const [name = '', inlineValue] = splitWord(word);
    const option = known.find((each) => name === each.name || name === each.short);
    if (option === undefined) {
      const names = known.map((each) => each.name);
      return misunderstood(`Unknown option “${cleanText(name)}”${where}.`, findNearest(name, names));
    }
    const isAgain = chosen.has(option.name);
    chosen.add(option.name);
    if (option.value === undefined) {
      if (inlineValue !== undefined) return misunderstood(`The option ${option.name} takes no value.`);
      continue;
    }
    if (isAgain && option.repeats !== true) return misunderstood(`The option ${option.name} is repeated.`);
    const next = words[at + 1];
    const value = inlineValue ?? (next?.startsWith('--') ? undefined : next);
    if (value === undefined) {
      return misunderstood(`The option ${option.name} needs a value: ${option.name} ${option.value}`);
    }
    if (inlineValue === undefined) at += 1;
    values.set(option.name, [...(values.get(option.name) ?? []), value]);
  }
  const surplus = findSurplus(positional, command);
  if (surplus !== undefined) {
    const names = known.map((each) => each.name);
    const message = `Unexpected argument “${cleanText(surplus)}”${where}.`;
    return misunderstood(message, command?.arguments === undefined ? findNearest(surplus, names) : undefined);
  }
  return { kind: 'given', given: { chosen, arguments: positional, values } };
}

/** `--name=value` is one word; short options have no such form. */
function splitWord(word: string): readonly [string, string | undefined] {
  const sign = word.startsWith('--') ? word.indexOf('=') : -1;
  return sign < 0 ? [word, undefined] : [word.slice(0, sign), word.slice(sign + 1)];
}

function findSurplus(positional: readonly string[], command: Command | undefined): string | undefined {
  if (command?.arguments === undefined) return positional[0];
  const { max } = command.arguments;
  return max === undefined ? undefined : positional[max];
}

function misunderstood(message: string, nearest?: string): ParsedArguments {
  return { kind: 'misunderstood', message, nearest };
}
