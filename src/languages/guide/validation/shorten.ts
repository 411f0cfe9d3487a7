/** Texts of others, short enough to be shown; cut between characters. */
const defaultMaxLength = 80;

/** As it is, but not longer than that. */
export function truncate(text: string, maxLength: number): string {
  const letters = [...text.slice(0, 2 * maxLength + 1)];
  return letters.length > maxLength ? `${letters.slice(0, maxLength).join('')}…` : text;
}

/** On one line, too. */
export function shorten(text: string, maxLength = defaultMaxLength): string {
  // Spaces in a row count as one: some more are looked at than are shown.
  const line = text
    .slice(0, 4 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isPart = text.length > 4 * maxLength && line.length <= maxLength;
  return isPart ? `${line}…` : truncate(line, maxLength);
}
