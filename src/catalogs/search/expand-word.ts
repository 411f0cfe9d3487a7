/** Finds the words of the commands that a word of a query may mean. */
import { type CommandIndex, importanceOf } from './command-index.ts';
import type { QueryWord } from './read-query.ts';
import { foldedForm, synonymsOf } from './search-words.ts';
import { createSimilarWords } from './similar-words.ts';

export interface WordMeaning {
  /** How well each word fits, by its place: 1 is the word itself. */
  readonly matches: ReadonlyMap<number, number>;
  /** How much the word says: little if it is in many commands. */
  readonly importance: number;
}

const synonymFit = 0.9;
const joinedFit = 0.9;
const stemFit = 0.7;
const minStem = 4;
/** By the number of letters that differ. */
const similarFits = [1, 0.75, 0.55];
const maxPrefixed = 500;

export function createExpansion(index: CommandIndex): (word: QueryWord) => WordMeaning {
  const similarTo = createSimilarWords(index.words);
  return ({ word, joined, isLast }) => {
    const folded = foldedForm(word);
    const matches = new Map<number, number>();
    const add = (place: number | undefined, fit: number): void => {
      if (place !== undefined && fit > (matches.get(place) ?? 0)) matches.set(place, fit);
    };
    for (const each of synonymsOf(folded)) {
      add(index.places.get(each), each === folded ? 1 : synonymFit);
    }
    for (const each of joined) add(index.places.get(foldedForm(each)), joinedFit);
    const importance = matches.size === 0 ? undefined : together(index, matches.keys());
    if (isLast || importance === undefined) {
      for (const place of prefixed(index.words, word)) {
        add(place, 0.5 + (0.4 * word.length) / (index.words[place]?.length ?? 1));
      }
    }
    if (importance === undefined) {
      add(stemOf(index, word), stemFit);
      for (const { place, distance } of similarTo(folded)) add(place, similarFits[distance] ?? 0);
    }
    return { matches, importance: importance ?? together(index, matches.keys()) };
  };
}

function together({ starts, size }: CommandIndex, places: Iterable<number>): number {
  let count = 0;
  for (const place of places) count += (starts[place + 1] ?? 0) - (starts[place] ?? 0);
  return importanceOf(count, size);
}

function prefixed(words: readonly string[], beginning: string): readonly number[] {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < beginning) low = middle + 1;
    else high = middle;
  }
  const places: number[] = [];
  for (let at = low; at < low + maxPrefixed && words[at]?.startsWith(beginning); at++) places.push(at);
  return places;
}

/** The longest word that it begins with: `starring` has `star`. */
function stemOf({ places }: CommandIndex, word: string): number | undefined {
  for (let length = word.length - 1; length >= minStem; length--) {
    const place = places.get(word.slice(0, length));
    if (place !== undefined) return place;
  }
  return undefined;
}
