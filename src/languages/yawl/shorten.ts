/** A text of the author inside a message: its beginning, on one line. */
const most = 120;

export function shorten(text: string): string {
  const line = text.slice(0, most + 1).replaceAll(/\s+/g, ' ');
  return text.length > most ? `${line.slice(0, most)}…` : line;
}
