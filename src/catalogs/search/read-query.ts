/** The words of a query that commands are searched by. */
import type { CommandIndex } from './command-index.ts';
import { foldedForm, isFiller, writtenWords } from './search-words.ts';

const maxWords = 12;
/** Of each half of a word that is two words of the commands. */
const minHalf = 4;

export interface QueryWord {
  /** As it is typed, in small letters. */
  readonly word: string;
  /** Words of the commands that it forms with its neighbours: `hook` in `web hook`. */
  readonly joined: readonly string[];
  /** Its end may be missing. */
  readonly isLast: boolean;
}

/** They are at most twelve. */
export function readQuery(text: string, { places }: Pick<CommandIndex, 'places'>): readonly QueryWord[] {
  const isKnown = (word: string): boolean => places.has(foldedForm(word));
  const words = writtenWords(text)
    .filter((word) => !isFiller(word))
    .flatMap((word) => (isKnown(word) ? [word] : halvesOf(word, isKnown)))
    .slice(0, maxWords);
  return words.map((word, at) => ({
    word,
    joined: [`${words[at - 1] ?? ''}${word}`, `${word}${words[at + 1] ?? ''}`].filter(
      (each) => each !== word && isKnown(each),
    ),
    isLast: at === words.length - 1,
  }));
}

/** `pullrequest` is two words. */
function halvesOf(word: string, isKnown: (word: string) => boolean): readonly string[] {
  for (let at = minHalf; at <= word.length - minHalf; at++) {
    const halves = [word.slice(0, at), word.slice(at)];
    if (halves.every(isKnown)) return halves;
  }
  return [word];
}
