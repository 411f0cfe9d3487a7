/** Finds the words that a mistyped word may mean. */
import { editDistance } from '../../expression/index.ts';

/** @returns places and distances of the similar words */
export type SimilarWords = (word: string) => readonly { readonly place: number; readonly distance: number }[];

/** Of all words: three times as many as the words of GitHub's API. */
const maxCompared = 2_000;

/** Which letters a word has, as bits: most words are ruled out without a comparison. */
export function createSimilarWords(words: readonly string[]): SimilarWords {
  const letters = Uint32Array.from(words, lettersOf);
  return (word) => {
    const allowed = allowedDistance(word);
    if (allowed === 0) return [];
    const own = lettersOf(word);
    const similar: { readonly place: number; readonly distance: number }[] = [];
    let compared = 0;
    for (const [place, other] of letters.entries()) {
      // A changed letter takes one away and brings another.
      if (bitsOf(own & ~other) > allowed || bitsOf(other & ~own) > allowed) continue;
      const known = words[place] ?? '';
      if (Math.abs(known.length - word.length) > allowed) continue;
      compared += 1;
      if (compared > maxCompared) break;
      const distance = editDistance(word, known, allowed + 1);
      if (distance <= allowed) similar.push({ place, distance });
    }
    return similar;
  };
}

const allowedDistance = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters >>> 0;
}

function bitsOf(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}
