/** Shortens a text of the author for a message: its beginning, on one line. */
const maxLength = 120;

export function shorten(text: string): string {
  const line = text.slice(0, maxLength + 1).replaceAll(/\s+/g, ' ');
  return text.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
