/** Names of parameters and of lists, in the form in which they are compared: `projectId` and `project-id` are `project_id`. */

/** In lower case. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, maxName)
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const maxName = 100;

export const snake = (name: string): string => wordsOf(name).join('_');

/** What one entry of a list may be called: `branches` is `branch` or `branche`. */
export function singularsOf(name: string): readonly string[] {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  return singularWords(last).map((word) => [...before, word].join('_'));
}

function singularWords(word: string): readonly string[] {
  if (!/[^su]s$/.test(word) || word.length < 3) return /sses$|uses$/.test(word) ? [word.slice(0, -2)] : [];
  const plain = word.slice(0, -1);
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, plain];
  return /(s|x|z|ch|sh)es$/.test(word) ? [word.slice(0, -2), plain] : [plain];
}
