/** A line of a text, without its line break. */
export interface TextLine {
  readonly start: number;
  readonly text: string;
}

export function lineAt(text: string, offset: number): TextLine {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return { start, text: text.slice(start, end < 0 ? text.length : end) };
}
