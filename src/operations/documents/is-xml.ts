/** Detects XML by the beginning of a text. */
export const isXml = (text: string): boolean => /^\ufeff?\s*</.test(text);
