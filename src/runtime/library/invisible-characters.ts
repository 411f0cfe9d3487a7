/**
 * Finds characters in the names of documents that make a name look like another one: control characters, marks of the
 * writing direction, and characters without width.
 */

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const everyInvisible = new RegExp(invisible, 'gu');

/** @returns what is wrong with the path; `undefined` if all of it is visible */
export function checkVisible(path: string): string | undefined {
  const [found] = invisible.exec(path) ?? [];
  return found === undefined
    ? undefined
    : `The path “${showInvisible(path)}” has the invisible character ${codePointOf(found)}. Use a name without it.`;
}

/** Writes each of them as its code point: `<U+202E>`. */
export const showInvisible = (text: string): string =>
  text.replaceAll(everyInvisible, (found) => `<${codePointOf(found)}>`);

const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
