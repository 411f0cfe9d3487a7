/** A text on one line, cut where it is long, between characters. */
const longest = 80;

export function shorten(text: string, most = longest): string {
  // Spaces in a row count as one: some more are looked at than are shown.
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...line];
  const cut = letters.length > most || text.length > 4 * most;
  return cut ? `${letters.slice(0, most).join('')}…` : line;
}
