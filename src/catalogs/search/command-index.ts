/** For each word of the commands, in which of them it is and how much it says there. */
import type { CommandEntry } from '../commands/catalog.ts';
import { foldedForm, isFiller, writtenWords } from './search-words.ts';

export interface SearchedCommand {
  /** Its name, as commands are called by it: `github`. */
  readonly catalog: string;
  readonly entry: Pick<
    CommandEntry,
    'name' | 'canonical' | 'operationId' | 'method' | 'path' | 'summary' | 'parameters' | 'deprecated'
  >;
}

export interface CommandIndex {
  readonly size: number;
  /** Folded, sorted. */
  readonly words: readonly string[];
  /** The place of a word in the list. */
  readonly places: ReadonlyMap<string, number>;
  /** Commands with a word are from `starts[place]` to before `starts[place + 1]`. */
  readonly starts: Uint32Array;
  readonly commands: Uint32Array;
  /** In which fields of that command the word is: a sum of `fields`. */
  readonly fields: Uint8Array;
  /** How much each word says: little if it is in many commands. */
  readonly importances: Float32Array;
  /** Of the words of the name of each command together. */
  readonly ofNames: Float32Array;
  /** Of the words of the summary of each command together. */
  readonly ofSummaries: Float32Array;
}

export const fields = { name: 1, path: 2, summary: 4, catalog: 8, parameters: 16, method: 32 } as const;

/** Of a command: the first ones, which say most. */
const maxWords = 120;

/** What people ask for when they do not know how the document names it. */
const verbsOfMethods: Readonly<Record<string, string>> = {
  GET: 'get list',
  POST: 'create',
  PUT: 'update set',
  PATCH: 'update',
  DELETE: 'delete',
};

export function indexCommands(commands: readonly SearchedCommand[]): CommandIndex {
  const found = new Map<string, WordUse>();
  const fold = createFolder();
  for (const [at, { catalog, entry }] of commands.entries()) {
    const own = new Map<string, number>();
    const add = (text: string, field: number): void => {
      for (const word of fold(text)) {
        if (own.size < maxWords || own.has(word)) own.set(word, (own.get(word) ?? 0) | field);
      }
    };
    const names = [entry.name, entry.operationId ?? '', entry.canonical];
    for (const name of names) add(name, fields.name);
    for (const segment of entry.path.split('/')) if (!segment.startsWith('{')) add(segment, fields.path);
    // Sentences have names of products: GitHub is one word. Without a sentence a command is no worse.
    const summaries = entry.summary.trim() === '' ? names : [entry.summary.toLowerCase()];
    for (const summary of summaries) add(summary, fields.summary);
    add(catalog.toLowerCase(), fields.catalog);
    for (const { name } of entry.parameters) add(name, fields.parameters);
    add(verbsOfMethods[entry.method] ?? '', fields.method);
    for (const [word, inFields] of own) {
      const use = found.get(word) ?? { commands: [], fields: [] };
      if (use.commands.length === 0) found.set(word, use);
      use.commands.push(at);
      use.fields.push(inFields);
    }
  }
  return packed(found, commands.length);
}

/** Of words that are in so many commands together. */
export const importanceOf = (count: number, size: number): number =>
  // An unknown word is as important as a rare one.
  Math.log(1 + size / Math.max(1, Math.min(count, size)));

interface WordUse {
  readonly commands: number[];
  readonly fields: number[];
}

/** Most words and names come again and again. */
function createFolder(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const fold = (text: string): readonly string[] => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const parts = text.match(/[^ ,./:_-]+/g) ?? [];
    const words = parts.length > 1 ? parts.flatMap(fold) : foldWords(text);
    known.set(text, words);
    return words;
  };
  return fold;
}

const foldWords = (text: string): readonly string[] =>
  writtenWords(text).flatMap((word) => (isFiller(word) ? [] : [foldedForm(word)]));

function packed(found: ReadonlyMap<string, WordUse>, size: number): CommandIndex {
  const words = [...found.keys()].sort();
  const starts = new Uint32Array(words.length + 1);
  for (const [place, word] of words.entries()) {
    starts[place + 1] = (starts[place] ?? 0) + (found.get(word)?.commands.length ?? 0);
  }
  const commands = new Uint32Array(starts.at(-1) ?? 0);
  const inFields = new Uint8Array(commands.length);
  const importances = new Float32Array(words.length);
  const ofNames = new Float32Array(size);
  const ofSummaries = new Float32Array(size);
  for (const [place, word] of words.entries()) {
    const use = found.get(word) ?? { commands: [], fields: [] };
    commands.set(use.commands, starts[place]);
    inFields.set(use.fields, starts[place]);
    const importance = importanceOf(use.commands.length, size);
    importances[place] = importance;
    for (const [i, at] of use.commands.entries()) {
      const own = use.fields[i] ?? 0;
      if (own & fields.name) ofNames[at] = (ofNames[at] ?? 0) + importance;
      if (own & fields.summary) ofSummaries[at] = (ofSummaries[at] ?? 0) + importance;
    }
  }
  const places = new Map(words.map((word, place) => [word, place]));
  return { size, words, places, starts, commands, fields: inFields, importances, ofNames, ofSummaries };
}
