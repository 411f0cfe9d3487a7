/** Reads a typed yes or no; `undefined` if it is neither. */
export function yesOrNo(text: string): boolean | undefined {
  if (/^\s*y(es)?\s*$/i.test(text)) return true;
  return /^\s*no?\s*$/i.test(text) ? false : undefined;
}
