/** A bound of a multiple-instance task: a number, or a query that returns one. */

/** @returns `null` if the text is a query */
export function parseBound(text: string): number | null {
  const trimmed = text.trim();
  return /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : null;
}
