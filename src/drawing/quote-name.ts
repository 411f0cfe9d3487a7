/** Quotes names inside a line of text if they could be taken for signs or for the text around them. */
export function quoteName(name: string): string {
  return /^[\p{L}\p{M}\p{N}_.-]+…?[\p{L}\p{M}\p{N}_.-]*$/u.test(name) ? name : `“${name}”`;
}
