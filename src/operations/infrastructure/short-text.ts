/**
 * Returns the beginning of a text as a copy. A plain slice would keep the whole text in memory, and the refused caller
 * controls its length.
 */
export const shortText = (text: string, maxLength: number): string =>
  Buffer.from(text.slice(0, maxLength)).toString();
