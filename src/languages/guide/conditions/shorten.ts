/** Shortens texts for display; cuts between characters. */
const defaultMaxLength = 80;

/** Truncates the text and keeps its line breaks. */
export function truncate(text: string, maxLength: number): string {
  const letters = [...text.slice(0, 2 * maxLength + 1)];
  return letters.length > maxLength ? `${letters.slice(0, maxLength).join('')}…` : text;
}

/** Also puts the text on one line. */
export function shorten(text: string, maxLength = defaultMaxLength): string {
  // Consecutive spaces become one, so read some more characters than are shown.
  const line = text
    .slice(0, 4 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isPart = text.length > 4 * maxLength && line.length <= maxLength;
  return isPart ? `${line}…` : truncate(line, maxLength);
}
