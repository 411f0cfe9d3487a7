/** Whether a text is XML, from a look at how it begins. */
export const isXml = (text: string): boolean => /^\ufeff?\s*</.test(text);
