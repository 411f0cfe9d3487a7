/** Texts of others, short enough to be shown; cut between characters. */
const longest = 80;

/** As it is, but not longer than that. */
export function cut(text: string, most: number): string {
  const letters = [...text.slice(0, 2 * most + 1)];
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : text;
}

/** On one line, too. */
export function shorten(text: string, most = longest): string {
  // Spaces in a row count as one: some more are looked at than are shown.
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isPart = text.length > 4 * most && line.length <= most;
  return isPart ? `${line}…` : cut(line, most);
}
