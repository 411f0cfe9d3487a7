/** Reads what a verb takes from the text that its help shows: `create NAME | list | revoke KEY`. */

export interface UsageWord {
  /** What is typed as it is: `create`. */
  readonly literals: readonly string[];
  /** Names of values: `KEY`. */
  readonly names: readonly string[];
  readonly repeats: boolean;
}

/** @returns the forms, each with its words in order. Options are left out */
export function readUsage(usage: string): readonly (readonly UsageWord[])[] {
  return usage
    .replaceAll(/[[\]]/g, '')
    .split(' | ')
    .map((form) => {
      const words = form.split(/\s+/).filter((word) => word !== '');
      return words
        .filter((word, at) => !word.startsWith('--') && words[at - 1]?.startsWith('--') !== true)
        .map(readWord);
    });
}

function readWord(word: string): UsageWord {
  const parts = word.replace(/…$/, '').split('|');
  const isLiteral = (part: string): boolean => /^\p{Ll}/u.test(part);
  return {
    literals: parts.filter(isLiteral),
    names: parts.filter((part) => !isLiteral(part)),
    repeats: word.endsWith('…'),
  };
}

/** What can be the next word, after these. */
export function nextWords(usage: string, given: readonly string[]): readonly UsageWord[] {
  return readUsage(usage).flatMap((form) => {
    const wordAt = (at: number): UsageWord | undefined => {
      const last = form.at(-1);
      return form[at] ?? (last?.repeats ? last : undefined);
    };
    const fits = given.every((word, at) => {
      const { literals = [], names = [] } = wordAt(at) ?? {};
      return names.length > 0 || literals.includes(word);
    });
    const next = wordAt(given.length);
    return fits && next !== undefined ? [next] : [];
  });
}
