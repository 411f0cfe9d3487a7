/**
 * The beginning of a text, as a copy: what is only cut off a long text keeps all of it in memory, and whoever is refused
 * chooses how long it is.
 */
export const shortText = (text: string, maxLength: number): string =>
  Buffer.from(text.slice(0, maxLength)).toString();
