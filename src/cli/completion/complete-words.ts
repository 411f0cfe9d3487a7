/** Finds what can follow the words of a command line, from the declarations of the verbs. */
import type { CommandArguments, Option, Verb } from '../arguments/command.ts';
import { nextWords, readUsage } from './read-usage.ts';

export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

export interface Completion {
  readonly candidates: readonly Candidate[];
  /** Names of the values that fit: `RUN`, `FILE`. */
  readonly values: readonly string[];
  /** The begun word, without the option that it belongs to. */
  readonly typed: string;
  /** That option: `--run=`; usually empty. */
  readonly before: string;
  readonly given: CommandArguments;
}

export interface CompletionOptions {
  readonly own: ReadonlyMap<string, Verb>;
  /** With those that follow from operations, which take longer to load. */
  readonly all: () => Promise<ReadonlyMap<string, Verb>>;
  /** Of every verb. */
  readonly general: readonly Option[];
}

/** @param words the last one is begun */
export async function completeWords(
  words: readonly string[],
  { own, all, general }: CompletionOptions,
): Promise<Completion> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const verbs = own.has(before[0] ?? '') ? own : await all();
  const verb = [before.slice(0, 2).join(' '), before[0] ?? ''].find((name) => verbs.has(name));
  const command = await verbs.get(verb ?? '')?.load();
  if (verb === undefined || command === undefined) {
    const candidates = typed.startsWith('-') ? general.map(candidateOf) : verbWords(verbs, before);
    return { candidates, values: [], typed, before: '', given: nothing };
  }
  const known = [...command.options, ...general];
  const { given, waiting, isOver } = readGiven(before.slice(verb.split(' ').length), known);
  const [inlineName = '', ...inline] = typed.split('=');
  const inlineOption =
    typed.startsWith('--') && inline.length > 0 ? findOption(known, inlineName) : undefined;
  if (waiting !== undefined) return { ...valuesOf(waiting), typed, before: '', given };
  if (!isOver && typed.startsWith('-')) {
    if (inlineOption !== undefined)
      return { ...valuesOf(inlineOption), typed: inline.join('='), before: `${inlineName}=`, given };
    return { candidates: optionsLeft(known, given), values: [], typed, before: '', given };
  }
  const { usage = '', max } = command.arguments ?? { max: 0 };
  const isFull = max !== undefined && given.arguments.length >= max;
  const next = isFull ? [] : nextWords(usage, given.arguments);
  const candidates = [
    ...literalsOf(next.flatMap(({ literals }) => literals)),
    ...(given.arguments.length === 0 ? verbWords(verbs, before) : []),
  ];
  const values = [...new Set(next.flatMap(({ names }) => names))];
  // Nothing else can follow.
  const isDone = next.length === 0 && candidates.length === 0 && !isOver;
  return { candidates: isDone ? optionsLeft(known, given) : candidates, values, typed, before: '', given };
}

const nothing: CommandArguments = { chosen: new Set(), arguments: [], values: new Map() };

/** The words of verbs at this place: the first, or the second of those with two. */
function verbWords(verbs: ReadonlyMap<string, Verb>, before: readonly string[]): readonly Candidate[] {
  const lead = before.length === 0 ? '' : `${before.join(' ')} `;
  const found = new Map<string, string>();
  for (const [name, { summary }] of verbs) {
    const [word = '', ...more] = name.startsWith(lead) ? name.slice(lead.length).split(' ') : [];
    if (word !== '') found.set(word, more.length > 0 ? `${word} …` : summary);
  }
  return [...found].map(([word, meaning]) => ({ word, meaning }));
}

/** @returns also the option whose value comes next */
function readGiven(
  words: readonly string[],
  known: readonly Option[],
): { readonly given: CommandArguments; readonly waiting: Option | undefined; readonly isOver: boolean } {
  const chosen = new Set<string>();
  const values = new Map<string, readonly string[]>();
  const positional: string[] = [];
  let waiting: Option | undefined;
  let isOver = false;
  const addValue = ({ name }: Option, value: string): void => {
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  for (const word of words) {
    if (isOver) positional.push(word);
    else if (waiting !== undefined) {
      addValue(waiting, word);
      waiting = undefined;
    } else if (word === '--') isOver = true;
    else if (!word.startsWith('-') || word === '-') positional.push(word);
    else {
      const [name = '', ...inline] = word.split('=');
      const option = findOption(known, name);
      if (option === undefined) continue;
      chosen.add(option.name);
      if (option.value === undefined) continue;
      if (inline.length > 0) addValue(option, inline.join('='));
      else waiting = option;
    }
  }
  return { given: { chosen, arguments: positional, values }, waiting, isOver };
}

const findOption = (known: readonly Option[], name: string): Option | undefined =>
  known.find((each) => each.name === name || each.short === name);

const candidateOf = ({ name, meaning }: Option): Candidate => ({ word: name, meaning });

const optionsLeft = (known: readonly Option[], { chosen }: CommandArguments): readonly Candidate[] =>
  known.filter(({ name, repeats }) => repeats === true || !chosen.has(name)).map(candidateOf);

const literalsOf = (words: readonly string[]): readonly Candidate[] =>
  words.map((word) => ({ word, meaning: '' }));

/** Placeholders that say less than the name of their option. */
const vague = new Set(['NAME', 'ID']);

function valuesOf({ name, value = '', choices = [] }: Option): Pick<Completion, 'candidates' | 'values'> {
  const words = readUsage(value).flat();
  const names = words.flatMap((word) => word.names);
  return {
    candidates: literalsOf([...choices, ...words.flatMap(({ literals }) => literals)]),
    values: names.map((each) =>
      vague.has(each) ? name.replace(/^--/, '').replaceAll('-', '_').toUpperCase() : each,
    ),
  };
}
