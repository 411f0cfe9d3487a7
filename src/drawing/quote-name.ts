/** Names inside a line of text: in quotes where they could be taken for the signs or the words around them. */
export function quoteName(name: string): string {
  return /^[\p{L}\p{M}\p{N}_.-]+…?[\p{L}\p{M}\p{N}_.-]*$/u.test(name) ? name : `“${name}”`;
}
