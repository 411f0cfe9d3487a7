/** Quotes a word for a shell, if it needs that. */
import { cleanText } from '../../drawing/index.ts';

export const quoteWord = (word: string): string =>
  /^[\w./~:@=…-]+$/.test(word) ? word : `'${cleanText(word).replaceAll("'", "'\\''")}'`;
